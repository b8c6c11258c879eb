# Not merged: few channels in between cost less.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w1") {} name="conv1"
"y" = conv("a", @"w2") {} name="conv2"
output("y")
@"w1" = f32[1,4,1,1] seed 1
@"w2" = f32[4,1,1,1] seed 2
--- remarks
missed: merge_conv_chain: conv1 + conv2: not merged: one conv would take 16 multiplications where both take 8
--- out
same
