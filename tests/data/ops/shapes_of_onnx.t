# Shape, gather, concat, reshape; range; constant_of_shape; sizes that only the run knows.
test run
--- in
"x" = input : f32[2,3,4]
"s" = shape("x")
"k" = gather("s", @"one")
"u" = unsqueeze("k") {axes=[0]}
"t" = concat(@"rest", "u")
"y" = dynamic_reshape("x", "t")
"n" = size("x")
"r" = range(@"zero", "n", @"five")
"c" = constant_of_shape("s", @"half")
"e" = dynamic_expand(@"v", "s")
"a" = dynamic_slice("x", @"starts", @"ends", @"axes", @"steps")
output("s", "y", "n", "r", "c", "e", "a")
@"one" = i64[] [1]
@"rest" = i64[1] [-1]
@"zero" = i64[] [0]
@"five" = i64[] [5]
@"half" = f32[1] [0.5]
@"v" = f32[3,1] [1,2,3]
@"starts" = i64[2] [-1,1]
@"ends" = i64[2] [-9223372036854775807,9223372036854775807]
@"axes" = i64[2] [2,0]
@"steps" = i64[2] [-2,1]
--- feed
x 2,3,4
--- results
s 3: 2 3 4
y 8,3: 0.992 -1.6 0.092 -1.61 0.624 -1.568 -0.452 -1.1 0.16 1.786 -1.174 1.36 -0.578 -0.302 0.81 -1.44 -1.162 0.844 -0.53 -0.342 -1.698 -0.3 -0.754 -0.204
n : 24
r 5: 0 5 10 15 20
c 2,3,4: 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
e 2,3,4: 1 1 1 1 2 2 2 2 3 3 3 3 1 1 1 1 2 2 2 2 3 3 3 3
a 1,3,2: -1.44 -0.302 -0.342 0.844 -0.204 -0.3
