# One region, a channel for each bin.
test run
--- in
"r" = constant(@"r.data") name="r"
"x" = input name="x"
"out" = ncnn.psroi_pooling("x", "r") {pooled_width=2, pooled_height=2, spatial_scale=1, output_dim=1} name="l"
output("out")
@"r.data" = f32[4] [0.5,1,4.5,5]
--- feed
x 4,6,6
--- results
out 1,2,2: -0.269556 -0.358889 -0.0633333 0.0535556
