# NaN is not lost in a maximum.
test run
--- in
"c" = constant(@"x")
"y" = global_max_pool("c")
output("y")
@"x" = f32[2,2,2] [1,2,3,4,1,nan,-3,4]
--- feed
--- results
y 2,1,1: 4 nan
