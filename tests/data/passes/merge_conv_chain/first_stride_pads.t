# Not merged: the second pads what the first leaves out.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w1") {stride=[2,2]} name="conv1"
"y" = conv("a", @"w2") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
output("y")
@"w1" = f32[4,4,1,1] seed 1
@"w2" = f32[2,4,3,3] seed 2
--- remarks
missed: merge_conv_chain: conv1 + conv2: not merged: the second pads what the first leaves out
--- out
same
