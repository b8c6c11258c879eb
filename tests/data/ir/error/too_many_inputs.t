# More inputs than roles.
test error
--- in
"x" = input : f32[3]
"y" = relu("x", "x")
output("y")
--- error
E_FORMAT: in:2:7: 2 inputs of 'relu' found, 1 expected
