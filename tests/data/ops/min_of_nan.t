# NaN of either operand stays.
test run
--- in
"x" = constant(@"c") name="x"
"z" = constant(@"d") name="z"
"out" = min("x", "z") name="l"
output("out")
@"c" = f32[3] [nan,1,nan]
@"d" = f32[3] [1,nan,2]
--- results
out 3: nan nan nan
