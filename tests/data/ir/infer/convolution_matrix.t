# Case 3: on a matrix a 1x1 convolution sees one channel.
test infer
--- in
"x" = input : f32[4,3]
"y" = ncnn.convolution("x", @"w") name="conv1"
output("y")
@"w" = f32[2,1,1,1] [1,2]
--- out
"x" = input : f32[4,3]
%0 = unsqueeze("x") {axes=[0]} name="conv1" : f32[1,4,3]
"y" = conv(%0, @"w") name="conv1" : f32[2,4,3]
output("y")
@"w" = f32[2,1,1,1] ...
