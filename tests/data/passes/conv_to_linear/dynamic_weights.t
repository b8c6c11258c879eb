# Weights that the network computes stay with the convolution.
test pass conv_to_linear
--- in
"x" = input : f32[3]
"w" = input : f32[2,3,1,1]
"y" = conv("x", "w") {vector_ok=true} name="conv1"
output("y")
--- remarks
--- out
same
