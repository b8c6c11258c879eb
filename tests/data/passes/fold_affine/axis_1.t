# A batch norm along another axis than the convolution's channels.
test pass fold_affine
--- in
"x" = input : f32[1,2,3]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {axis=1, epsilon=1} name="bn1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
missed: fold_affine: conv1 + bn1: not folded into the conv: the factors run along axis 1, the channels of the conv along axis 0
--- out
same
