# Channels along axis 1 on both sides, as in ONNX.
test pass fold_affine
--- in
"x" = input : f32[n,1,h,w]
"c" = conv("x", @"w", @"b") {axis=1} name="conv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {axis=1, epsilon=1} name="bn1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
--- out
"x" = input : f32[n,1,h,w]
"y" = conv("x", @"w", @"b") {axis=1} name="conv1" : f32[n,2,h,w]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,3]
@"b" = f32[2] [-3.5,-9.5]
