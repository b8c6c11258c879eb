# On a matrix its rows.
test run
--- in
"x" = input name="x"
"out" = batch_normalization("x", @"l.slope", @"l.bias", @"l.mean", @"l.var") {epsilon=0.5} name="l"
output("out")
@"l.slope" = f32[2] [2,-3]
@"l.mean" = f32[2] [0.5,-0.5]
@"l.var" = f32[2] [4,1]
@"l.bias" = f32[2] [1,2]
--- feed
x 2,3
--- results
out 2,3: 1.46386 -0.979899 0.615334 4.71893 -0.753226 4.61606
