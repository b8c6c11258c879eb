# Shifts that are all 0 are none: the factors go through the relu.
test pass fold_affine
--- in
"x" = input : f32[2,4,4]
"c" = conv("x", @"w") {act=relu} name="conv1"
"y" = batch_normalization("c", @"s", @"b") {epsilon=1} name="scale1"
output("y")
@"w" = f32[2,2,1,1] [0.11,0.27,0.36,0.41]
@"s" = f32[2] [1,2]
@"b" = f32[2] [0,0]
--- remarks
fired: fold_affine: conv1 + scale1 -> conv1 (conv)
--- out
"x" = input : f32[2,4,4]
"y" = conv("x", @"w") {act=relu} name="conv1" : f32[2,4,4]
output("y")
@"w" = f32[2,2,1,1] [0.11,0.27,0.72,0.82]
