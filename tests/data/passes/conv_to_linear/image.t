# On an image it stays a convolution.
test pass conv_to_linear
--- in
"x" = input : f32[3,_,_]
"y" = conv("x", @"w") {vector_ok=true} name="conv1"
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
--- remarks
--- out
same
