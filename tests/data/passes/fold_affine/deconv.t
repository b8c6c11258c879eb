# Deconvolution weights are output channel first here as well.
test pass fold_affine
--- in
"x" = input : f32[2,3,3]
"c" = conv_transpose("x", @"w") {stride=[2,2]} name="deconv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("y" as "out")
@"w" = f32[2,2,1,2] [1,2,3,4,5,6,7,8]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fold_affine: deconv1 + bn1 -> deconv1 (conv_transpose)
--- out
"x" = input : f32[2,3,3]
"y" = conv_transpose("x", @"w", @%0) {stride=[2,2]} name="deconv1" : f32[2,5,6]
output("y" as "out")
@"w" = f32[2,2,1,2] [1,2,3,4,-5,-6,-7,-8]
@%0 = f32[2] [-4.5,0.5]
