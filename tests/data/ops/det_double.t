# A single matrix of doubles: the result has no axes, and digits that f32 has not.
test run
--- in
"y" = det(@"x")
"rest" = sub("y", @"2^30")
output("rest")
@"x" = f64[2,2] [32769,1,0,32767]
@"2^30" = f64[] [1073741824]
--- results
rest : -1
