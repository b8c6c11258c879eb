# Slopes for each element of the last two axes, by numpy's rules.
test run
--- in
"x" = constant(@"k")
"out" = prelu("x", @"s") name="l"
output("out")
@"k" = f32[2,1,2,2] [-1,-2,-3,4,-5,6,-7,-8]
@"s" = f32[2,2] [1,2,3,-0.5]
--- results
out 2,1,2,2: -1 -4 -9 4 -5 6 -21 4
