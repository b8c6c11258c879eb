# alpha is a factor in the sigmoid.
test run
--- in
"x" = constant(@"c") name="x"
"out" = swish("x") {alpha=1.702} name="l"
output("out")
@"c" = f32[3] [-1,0,1]
--- results
out 3: -0.154204 0 0.845796
