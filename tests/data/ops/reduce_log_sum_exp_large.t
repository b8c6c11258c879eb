# Exponents beyond what a float holds.
test run
--- in
"c" = constant(@"x")
"y0" = reduce("c") {op=log_sum_exp, axes=[1], keepdims=false}
"y1" = reduce("c") {op=log_sum_exp}
output("y0", "y1")
@"x" = f32[2,3] [300,100,-300,-900,-901,-1000]
--- feed
--- results
y0 2: 300 -899.687
y1 1,1: 300
