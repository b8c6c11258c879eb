# Not merged: an activation in between.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w1") {act=relu} name="conv1"
"y" = conv("a", @"w2") {} name="conv2"
output("y")
@"w1" = f32[4,4,1,1] seed 1
@"w2" = f32[2,4,1,1] seed 2
--- remarks
--- out
same
