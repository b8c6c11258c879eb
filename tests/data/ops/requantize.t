# From the words of int32 to int8.
test run
--- in
"x" = constant(@"x.data") name="x"
"out" = ncnn.requantize("x", @"l.scale_in", @"l.scale_out", @"l.bias") name="l"
output("out")
@"x.data" = f32[2,3] hex "01000000ffffffff6400000000000000e803000018fcffff"
@"l.scale_in" = f32[2] [0.5,0.25]
@"l.scale_out" = f32[2] [2,3]
@"l.bias" = f32[2] [1,2]
--- results
out 2,3: 3 1 102 6 127 -127
