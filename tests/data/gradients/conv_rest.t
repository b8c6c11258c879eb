# a convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[2,9,10]
"w" = input : f64[3,2,2,2]
"b" = input : f64[3]
"y" = conv("x", "w", "b") {stride=[3,3], axis=0}
"z" = square("y")
output("z")
