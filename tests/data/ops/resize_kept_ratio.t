# One factor for both axes, that keeps to the sizes.
test run
--- in
"x" = constant(@"k")
"out" = resize("x") {sizes=[6,4], keep_aspect_ratio_policy=not_larger, nearest_mode=ceil} name="l"
output("out")
@"k" = f32[2,4] [0.125,0.5,1.125,2,3.125,4.5,6.125,8]
--- results
out 2,4: 0.125 0.5 1.125 2 3.125 4.5 6.125 8
