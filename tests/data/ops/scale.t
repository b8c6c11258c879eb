# With a bias.
test run
--- in
"x" = input name="x"
"out" = batch_normalization("x", @"l.scale", @"l.bias") {epsilon=1} name="l"
output("out")
@"l.scale" = f32[2] [2,-3]
@"l.bias" = f32[2] [1,2]
--- feed
x 2,1,3
--- results
out 2,1,3: 2.984 -2.2 1.184 6.83 0.128 6.704
