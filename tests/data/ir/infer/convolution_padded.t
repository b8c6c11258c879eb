# Not made an inner product: padding makes an image of the vector in some of ncnn's kernels.
test infer
--- in
"x" = input : f32[3]
"y" = ncnn.convolution("x", @"w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
--- out
"x" = input : f32[3]
"y" = ncnn.convolution("x", @"w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1" : f32[2]
output("y")
@"w" = f32[2,3,1,1] ...
