# Without overflow.
test run
--- in
"x" = constant(@"c") name="x"
"out" = softplus("x") name="l"
output("out")
@"c" = f32[4] [-200,-1,1,500]
--- results
out 4: 0 0.313262 1.31326 500
