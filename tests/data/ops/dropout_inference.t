# Nothing at inference.
test run
--- in
"x" = constant(@"c") name="x"
"y" = dropout("x") name="l"
output("y")
@"c" = f32[3] [-1,0,2]
--- results
y 3: -1 0 2
