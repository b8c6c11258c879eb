# a convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[1,2,3,5,4]
"w" = input : f64[3,2,2,3,3]
"b" = input : f64[3]
"y" = conv("x", "w", "b") {nd=3, stride=[1,2,1], pad_begin=[1,0,1], pad_end=[0,1,1], axis=1}
"z" = square("y")
output("z")
