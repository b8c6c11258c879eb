# A shape that is written down and another that is worked out.
test error
--- in
"x" = input : f32[3,4]
"y" = relu("x") : f32[4,3]
output("y")
--- error
E_SHAPE: relu 'y': output 0 has shape 3,4, 4,3 expected
