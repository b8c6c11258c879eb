# A 1x1 deconvolution is a convolution.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"z" = conv_transpose("y", @"w") name="deconv1"
output("z" as "out")
@"s" = f32[2] [2,-3]
@"t" = f32[2] [1,1]
@"w" = f32[1,2,1,1] [10,100]
--- remarks
fired: sink_affine: sc1 + deconv1 -> deconv1 (conv_transpose)
--- out
"x" = input : f32[2,_,_]
"z" = conv_transpose("x", @"w", @%0) name="deconv1" : f32[1,"x".1,"x".2]
output("z" as "out")
@"w" = f32[1,2,1,1] [20,-300]
@%0 = f32[1] [110]
