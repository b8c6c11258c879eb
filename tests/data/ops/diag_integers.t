# Of any type.
test run
--- in
"x" = constant(@"k")
"out" = diag("x") {diagonal=-1} name="l"
output("out")
@"k" = i64[2] [5,-7]
--- results
out 3,3: 0 0 0 5 0 0 0 -7 0
