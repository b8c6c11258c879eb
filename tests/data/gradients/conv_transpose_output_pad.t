# a transposed convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[2,3,3]
"w" = input : f64[2,2,2,2]
"b" = input : f64[2]
"y" = conv_transpose("x", "w", "b") {stride=[2,2], output_pad=[3,2], axis=0}
"z" = square("y")
output("z")
