# Factors go into a deconvolution.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"z" = conv_transpose("y", @"w") {stride=[2,2]} name="deconv1"
output("z" as "out")
@"s" = f32[2] [2,-3]
@"w" = f32[1,2,2,2] [1,2,3,4,5,6,7,8]
--- remarks
fired: sink_affine: sc1 + deconv1 -> deconv1 (conv_transpose)
--- out
"x" = input : f32[2,_,_]
"z" = conv_transpose("x", @"w") {stride=[2,2]} name="deconv1" : f32[1,2*"x".1,2*"x".2]
output("z" as "out")
@"w" = f32[1,2,2,2] [2,4,6,8,-15,-18,-21,-24]
