# a convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[2,4,6,5]
"w" = input : f64[4,1,3,3]
"b" = input : f64[4]
"y" = conv("x", "w", "b") {group=4, stride=[2,2], pad_begin=[1,1], pad_end=[1,1], axis=1}
"z" = square("y")
output("z")
