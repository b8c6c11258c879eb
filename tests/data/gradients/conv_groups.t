# a convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[2,4,5,5]
"w" = input : f64[6,2,3,3]
"b" = input : f64[6]
"y" = conv("x", "w", "b") {group=2, pad_begin=[1,1], pad_end=[1,1], axis=1}
"z" = square("y")
output("z")
