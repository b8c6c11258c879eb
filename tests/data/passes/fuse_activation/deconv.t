# A deconvolution.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv_transpose("x", @"w", @"b") name="deconv1"
"y" = clip("c") {min=-1, max=1} name="clip1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
--- remarks
fired: fuse_activation: deconv1 + clip1 -> deconv1 (conv_transpose)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv_transpose("x", @"w", @"b") {act=clip(-1,1)} name="deconv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
