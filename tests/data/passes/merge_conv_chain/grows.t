# Not merged: with its pads the second has more positions than the first; what the first costs does not count.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w1") {} name="conv1"
"y" = conv("a", @"w2") {pad_begin=[3,3], pad_end=[3,3]} name="conv2"
output("y")
@"w1" = f32[2,4,1,1] seed 1
@"w2" = f32[2,2,3,3] seed 2
--- remarks
missed: merge_conv_chain: conv1 + conv2: not merged: one conv would take 72 multiplications where both take 36
--- out
same
