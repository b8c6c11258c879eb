# The rank of the input is not known.
test pass conv_to_linear
--- in
"x" = input : f32[?]
"y" = conv("x", @"w") {vector_ok=true} name="conv1"
output("y")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
--- remarks
missed: conv_to_linear: conv1: not made an inner product: the rank of its input is not known
--- out
same
