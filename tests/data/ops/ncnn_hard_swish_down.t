# ncnn changes over at -beta/alpha and (1 - beta)/alpha where alpha is negative, too.
test run
--- in
"x" = constant(@"c") name="x"
"out" = ncnn.hard_swish("x") {alpha=-0.5} name="l"
output("out")
@"c" = f32[5] [-3,-1,0,1,3]
--- results
out 5: 0 0 0 1 3
