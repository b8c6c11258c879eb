# A param that the operator does not have.
test error
--- in
"x" = input : f32[3]
"y" = leaky_relu("x") {alph=0.1}
output("y")
--- error
E_FORMAT: in:2:24: there is no param 'alph': did you mean 'alpha'?
