# Two matrices whose pivots are not in order; of a matrix without an inverse.
test run
--- in
"x" = input name="x"
"y" = det("x") name="y"
"a" = det(@"a") name="a"
"b" = det(@"b") name="b"
output("y", "a", "b")
@"a" = f32[2,2] [0,2,3,4]
@"b" = f32[1,3,3] [1,2,3,4,0,6,1,0,1.5]
--- feed
x 2,3,3
--- results
y 2: -2.96922 2.34442
a : -6
b 1: 0
