# int8 weights, depthwise.
test run
--- in
"x" = input name="x"
"out" = ncnn.quantized_convolution("x", @"l.weight", @"l.bias", @"l.weight_scales", @"l.x_scale") {group=2, stride=[1,1], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0]} name="l"
output("out")
@"l.weight" = i8[2,1,2,2] [-127,-90,-53,-16,21,58,95,-123]
@"l.bias" = f32[2] [0.5,-0.5]
@"l.weight_scales" = f32[2] [60,70]
@"l.x_scale" = f32[1] [50]
--- feed
x 2,2,3
--- results
out 2,1,2: 2.049 3.605 2.93971 -4.68857
