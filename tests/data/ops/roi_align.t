# One region, two bins, two samples each way.
test run
--- in
"r" = constant(@"r.data") name="r"
"x" = input name="x"
"out" = ncnn.roi_align("x", "r") {pooled_width=2, pooled_height=2, sampling_ratio=2, aligned=true} name="l"
output("out")
@"r.data" = f32[4] [0.5,1,4.5,5]
--- feed
x 1,6,6
--- results
out 1,2,2: -0.358 -0.08425 -1.01225 -0.5945
