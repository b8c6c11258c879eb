# Bounds at run time: max wins where it is below min, and what is not a number stays none.
test run
--- in
"lo" = identity(@"one")
"hi" = identity(@"half")
"a" = dynamic_clip(@"x", "lo", "hi")
"b" = dynamic_clip(@"x", _, "hi")
"c" = dynamic_clip(@"x", "lo")
output("a", "b", "c")
@"x" = f32[5] [-2,0.75,3,nan,inf]
@"one" = f32[] [1]
@"half" = f32[] [0.5]
--- results
a 5: 0.5 0.5 0.5 nan 0.5
b 5: -2 0.5 0.5 nan 0.5
c 5: 1 1 3 nan inf
