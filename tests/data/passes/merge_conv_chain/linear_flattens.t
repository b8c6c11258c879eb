# Not merged: rows first, then all of them together.
test pass merge_conv_chain
--- in
"x" = input : f32[3,2]
"a" = linear("x", @"w1") {flatten=none} name="fc1"
"y" = linear("a", @"w2") {flatten=all} name="fc2"
output("y")
@"w1" = f32[2,2] [1,2,3,4]
@"w2" = f32[1,6] seed 1
--- remarks
missed: merge_conv_chain: fc1 + fc2: not merged: one flattens its input
--- out
same
