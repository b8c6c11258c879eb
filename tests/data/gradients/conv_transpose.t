# a transposed convolution, by x, weight and bias
test gradient
--- in
"x" = input : f64[2,4,3,4]
"w" = input : f64[3,4,3,3]
"b" = input : f64[3]
"y" = conv_transpose("x", "w", "b") {stride=[2,2], pad_begin=[1,0], pad_end=[0,1], output_pad=[1,0], axis=1}
"z" = square("y")
output("z")
