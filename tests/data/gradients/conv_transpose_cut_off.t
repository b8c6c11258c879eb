# Pads cut off all that a deconvolution makes but what is added at the end: nothing of it hangs on input and weight, and all of it on the bias.
test gradient
--- in
"x" = input {rank=3} : f64[1,2,1]
"y" = conv_transpose("x", @"w", @"b") {nd=1, stride=[2], pad_begin=[1], output_pad=[1], axis=1}
output("y")
@"w" = f64[3,2,1] seed 1
@"b" = f64[3] seed 2
