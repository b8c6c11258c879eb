# Case 12: sizes that do not fit are errors.
test error
--- in
"x" = input : f32[4,8,8]
"y" = conv("x", @"w") name="conv1"
output("y")
@"w" = f32[8,3,1,1] zeros
--- error
E_SHAPE: conv 'conv1': number of input channels is 4, 3 expected: the runtime would read out of bounds
