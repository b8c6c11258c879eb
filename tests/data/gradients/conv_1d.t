# a convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[2,3,9]
"w" = input : f64[4,3,3]
"b" = input : f64[4]
"y" = conv("x", "w", "b") {nd=1, stride=[2], pad_begin=[1], pad_end=[0], axis=1}
"z" = square("y")
output("z")
