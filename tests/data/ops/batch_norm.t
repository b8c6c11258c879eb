# Channels of an image; the second variance and eps are 0, so it divides by 0, or by what is given in its place.
test run
--- in
"x" = input name="x"
"out" = batch_normalization("x", @"l.slope", @"l.bias", @"l.mean", @"l.var") {epsilon=0} name="l"
"by" = batch_normalization("x", @"l.slope", @"l.bias", @"l.mean", @"l.var") {epsilon=0, zero_divisor=1e-4} name="m"
output("out", "by")
@"l.slope" = f32[2] [2,-3]
@"l.mean" = f32[2] [0.5,-0.5]
@"l.var" = f32[2] [4,0]
@"l.bias" = f32[2] [1,2]
--- feed
x 2,1,3
--- results
out 2,1,3: 1.492 -1.1 0.592 inf -inf inf
by 2,1,3: 1.492 -1.1 0.592 33302 -33718 32042
