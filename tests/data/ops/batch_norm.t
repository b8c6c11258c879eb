# Channels of an image; the second variance and eps are 0: divided by 1e-4.
test run
--- in
"x" = input name="x"
"out" = batch_normalization("x", @"l.slope", @"l.bias", @"l.mean", @"l.var") {epsilon=0} name="l"
output("out")
@"l.slope" = f32[2] [2,-3]
@"l.mean" = f32[2] [0.5,-0.5]
@"l.var" = f32[2] [4,0]
@"l.bias" = f32[2] [1,2]
--- feed
x 2,1,3
--- results
out 2,1,3: 1.492 -1.1 0.592 33302 -33718 32042
