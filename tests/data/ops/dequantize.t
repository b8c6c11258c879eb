# From the words of int32.
test run
--- in
"x" = constant(@"x.data") name="x"
"out" = ncnn.dequantize("x", @"l.scale", @"l.bias") name="l"
output("out")
@"x.data" = f32[2,3] hex "01000000ffffffff6400000000000000e803000018fcffff"
@"l.scale" = f32[2] [0.5,0.25]
@"l.bias" = f32[2] [1,2]
--- results
out 2,3: 1.5 0.5 51 2 252 -248
