# a transposed convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[1,2,2,3,3]
"w" = input : f64[2,2,2,3,2]
"b" = input : f64[2]
"y" = conv_transpose("x", "w", "b") {nd=3, stride=[1,2,2], pad_begin=[0,1,0], pad_end=[1,0,0], axis=1}
"z" = square("y")
output("z")
