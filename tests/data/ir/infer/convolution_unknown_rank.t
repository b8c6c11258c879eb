# The rank of the input is not known.
test infer
--- in
"x" = input : f32[?]
"y" = ncnn.convolution("x", @"w") name="conv1"
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
--- out
"x" = input : f32[?]
"y" = ncnn.convolution("x", @"w") name="conv1" : f32[?]
output("y")
@"w" = f32[2,3,1,1] ...
