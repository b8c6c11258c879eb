# A weight of another rank.
test error
--- in
"x" = input : f32[4,8,8]
"y" = conv("x", @"w") name="conv1"
output("y")
@"w" = f32[8,4,1] zeros
--- error
E_SHAPE: conv 'conv1': the weight has rank 3, 4 expected
