# Case 3: on a matrix a 1x1 convolution sees one channel.
test pass conv_to_linear
--- in
"x" = input : f32[4,3]
"y" = conv("x", @"w") {vector_ok=true} name="conv1"
output("y")
@"w" = f32[2,1,1,1] [1,2]
--- remarks
--- out
same
