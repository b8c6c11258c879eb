# Of doubles; one of a single element.
test run
--- in
"a" = det(@"a") name="a"
"c" = det(@"c") name="c"
output("a", "c")
@"a" = f64[2,2] [1,1e10,1,1]
@"c" = f64[1,1,1] [-2.5]
--- results
a : -1e+10
c 1: -2.5
