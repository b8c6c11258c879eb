# ncnn's rule for 1x1 convolutions on a vector asks for the kernel alone: the padding does nothing.
test pass conv_to_linear
--- in
"x" = input : f32[3]
"y" = conv("x", @"w") {vector_ok=true, pad_begin=[1,1], pad_end=[1,1]} name="conv1"
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
--- remarks
fired: conv_to_linear: conv1 -> conv1 (linear)
--- out
"x" = input : f32[3]
"y" = linear("x", @"w") {flatten=all} name="conv1" : f32[2]
output("y")
@"w" = f32[2,3] [1,2,3,4,5,6]
