# A 1x1 convolution on a value of unknown rank may be an inner product on a vector; the channels are axis 0 either way.
test pass fold_affine
--- in
"x" = input : f32[?]
"c" = ncnn.convolution("x", @"w", @"b") name="conv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("y" as "out")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (ncnn.convolution)
--- out
"x" = input : f32[?]
"y" = ncnn.convolution("x", @"w", @"b") name="conv1" : f32[?]
output("y" as "out")
@"w" = f32[2,3,1,1] [1,2,3,-4,-5,-6]
@"b" = f32[2] [-3.5,-9.5]
