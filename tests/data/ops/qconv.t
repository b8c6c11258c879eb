# int8 weights.
test run
--- in
"x" = input name="x"
"out" = ncnn.quantized_convolution("x", @"l.weight", @"l.bias", @"l.weight_scales", @"l.x_scale") {stride=[1,1], dilation=[1,1], pad_begin=[1,1], pad_end=[1,1], act=relu} name="l"
output("out")
@"l.weight" = i8[2,2,2,2] [-127,-90,-53,-16,21,58,95,-123,-86,-49,-12,25,62,99,-119,-82]
@"l.bias" = f32[2] [0.5,-0.5]
@"l.weight_scales" = f32[2] [60,70]
@"l.x_scale" = f32[1] [50]
--- feed
x 2,2,3
--- results
out 2,3,4: 1.17633 1.57 0 0.665 0 6.062 0 3.87567 4.65067 2.48133 2.42933 4.278 0.396 0.827714 1.49257 0 0 0 0.397143 0 3.15143 0.964 0.708571 2.62114
