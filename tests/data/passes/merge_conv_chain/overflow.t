# Not merged: the product of two weights overflows.
test pass merge_conv_chain
--- in
"x" = input : f32[1,2,2]
"a" = conv("x", @"w1") {} name="conv1"
"y" = conv("a", @"w2") {} name="conv2"
output("y")
@"w1" = f32[1,1,1,1] [1e30]
@"w2" = f32[1,1,1,1] [1e30]
--- remarks
missed: merge_conv_chain: conv1 + conv2: not merged: a new weight would be 1e+60
--- out
same
