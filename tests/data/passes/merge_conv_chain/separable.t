# Not merged: depthwise 3x3 and 1x1 are cheaper apart.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w1") {pad_begin=[1,1], pad_end=[1,1], group=4} name="conv1"
"y" = conv("a", @"w2") {} name="conv2"
output("y")
@"w1" = f32[4,1,3,3] seed 1
@"w2" = f32[8,4,1,1] seed 2
--- remarks
missed: merge_conv_chain: conv1 + conv2: not merged: one conv would take 288 multiplications where both take 68
--- out
same
