# Hole H13: a 3x3 convolution on a matrix.
test pass conv_to_linear
--- in
"x" = input : f32[4,3]
"c" = linear("x", @"f") name="fc1"
"y" = conv("c", @"w") {vector_ok=true} name="conv1"
output("y")
@"f" = f32[4,3] [1,2,3,4,5,6,7,8,9,10,11,12]
@"w" = f32[2,1,3,3] [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]
--- remarks
--- out
same
