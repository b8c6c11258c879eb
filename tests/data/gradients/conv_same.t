# a convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[1,2,7,6]
"w" = input : f64[3,2,3,3]
"b" = input : f64[3]
"y" = conv("x", "w", "b") {stride=[2,2], pad_mode=same_upper, axis=1}
"z" = square("y")
output("z")
