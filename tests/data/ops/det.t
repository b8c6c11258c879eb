# Two matrices whose pivots are not in order; of a matrix without an inverse, of a single one, and of doubles.
test run
--- in
"x" = input name="x"
"y" = det("x") name="y"
"a" = det(@"a") name="a"
"b" = det(@"b") name="b"
"c" = det(@"c") name="c"
output("y", "a", "b", "c")
@"a" = f32[2,2] [0,2,3,4]
@"b" = f32[1,3,3] [1,2,3,4,0,6,1,0,1.5]
@"c" = f64[1,1,1] [-2.5]
--- feed
x 2,3,3
--- results
y 2: -2.96922 2.34442
a : -6
b 1: 0
c 1: -2.5
