# A negative alpha: the clamp of a falling line.
test run
--- in
"x" = constant(@"c") name="x"
"out" = hard_sigmoid("x") {alpha=-0.5} name="l"
output("out")
@"c" = f32[5] [-3,-1,0,1,3]
--- results
out 5: 1 1 0.5 0 0
