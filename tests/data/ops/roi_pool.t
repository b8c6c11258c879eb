# One bin; later releases than July 2026 do not round boxes to whole pixels.
test run
--- in
"r" = constant(@"r.data") name="r"
"x" = input name="x"
"out" = ncnn.roi_pooling("x", "r") {pooled_width=1, pooled_height=1} name="l"
output("out")
@"r.data" = f32[4] [1,2,4.25,5.25]
--- feed
x 1,6,6
--- results
out 1,1,1: 1.796
