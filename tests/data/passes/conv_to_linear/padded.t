# Not made an inner product: padding makes an image of the vector in some of ncnn's kernels.
test pass conv_to_linear
--- in
"x" = input : f32[3]
"y" = conv("x", @"w") {vector_ok=true, pad_begin=[1,1], pad_end=[1,1]} name="conv1"
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
--- remarks
--- out
same
