# On an image it stays a convolution.
test infer
--- in
"x" = input : f32[3,_,_]
"y" = ncnn.convolution("x", @"w") name="conv1"
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
--- out
"x" = input : f32[3,_,_]
"y" = conv("x", @"w") name="conv1" : f32[2,"x".1,"x".2]
output("y")
@"w" = f32[2,3,1,1] ...
