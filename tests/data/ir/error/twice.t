# A name twice.
test error
--- in
"x" = input : f32[3]
"y" = relu("x")
"y" = tanh("x")
output("y")
--- error
E_FORMAT: in:3:1: 'y' is defined twice
