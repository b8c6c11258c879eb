# a transposed convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[1,4,3,4]
"w" = input : f64[6,2,2,3]
"b" = input : f64[6]
"y" = conv_transpose("x", "w", "b") {stride=[3,2], dilation=[1,2], group=2, axis=1}
"z" = square("y")
output("z")
