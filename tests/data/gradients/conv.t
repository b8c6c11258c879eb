# a convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[2,4,7,8]
"w" = input : f64[3,4,3,2]
"b" = input : f64[3]
"y" = conv("x", "w", "b") {stride=[2,1], dilation=[1,2], pad_begin=[1,2], pad_end=[2,1], axis=1}
"z" = square("y")
output("z")
