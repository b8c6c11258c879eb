# int8 weights.
test run
--- in
"x" = input name="x"
"out" = ncnn.quantized_inner_product("x", @"l.weight", @"l.bias", @"l.weight_scales", @"l.x_scale") {scale_term=2} name="l"
output("out")
@"l.weight" = i8[2,3] [-127,-90,-53,-16,21,58]
@"l.bias" = f32[2] [0.5,-0.5]
@"l.weight_scales" = f32[2] [60,70]
@"l.x_scale" = f32[1] [50]
--- feed
x 3
--- results
out 2: 0.695 -1.12571
