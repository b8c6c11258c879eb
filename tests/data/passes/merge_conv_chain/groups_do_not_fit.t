# Not merged: 2 and 3 groups.
test pass merge_conv_chain
--- in
"x" = input : f32[6,4,4]
"a" = conv("x", @"w1") {group=2} name="conv1"
"y" = conv("a", @"w2") {group=3} name="conv2"
output("y")
@"w1" = f32[6,3,1,1] seed 1
@"w2" = f32[6,2,1,1] seed 2
--- remarks
missed: merge_conv_chain: conv1 + conv2: not merged: their groups do not fit
--- out
same
