# To int8, a factor for each channel, away from zero, cut off at 127.
test run
--- in
"x" = input name="x"
"out" = ncnn.quantize("x", @"l.scale") name="l"
output("out")
@"l.scale" = f32[2] [50,125]
--- feed
x 2,1,3
--- results
out 2,1,3: 50 -80 5 -127 78 -127
