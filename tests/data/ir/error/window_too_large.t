# A window larger than its input.
test error
--- in
"x" = input : f32[4,2,2]
"y" = conv("x", @"w") name="conv1"
output("y")
@"w" = f32[8,4,3,3] zeros
--- error
E_SHAPE: conv 'conv1': the window spans 3 on axis h, where x has 2 and pads 0 and 0
