# A bias of another length.
test error
--- in
"x" = input : f32[4,8,8]
"y" = conv("x", @"w", @"b") name="conv1"
output("y")
@"w" = f32[8,4,1,1] zeros
@"b" = f32[7] zeros
--- error
E_SHAPE: conv 'conv1': the bias has 7 elements, 8 expected
