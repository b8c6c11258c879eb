# By a scale whose inverse is rounded: row 41 is at 0.99999994, before the second row.
test run
--- in
"x" = constant(@"k")
"y" = ncnn.interp("x") {resize_type=nearest, height_scale=41, width_scale=1} name="l"
"out" = ncnn.crop("y") {starts=[40], ends=[43], axes=[1]}
output("out")
@"k" = f32[1,2,1] [5,7]
--- results
out 1,3,1: 5 5 7
