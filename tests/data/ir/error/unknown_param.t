# A param that the operator does not have.
test error
--- in
"x" = input : f32[3]
"y" = relu("x") {slop=0.1}
output("y")
--- error
E_FORMAT: in:2:18: there is no param 'slop': did you mean 'slope'?
