# Inner products of rows.
test pass merge_conv_chain
--- in
"x" = input : f32[3,2]
"a" = linear("x", @"w1") name="fc1"
"y" = linear("a", @"w2") name="fc2"
output("y")
@"w1" = f32[2,2] [1,2,3,4]
@"w2" = f32[1,2] [10,1]
--- remarks
fired: merge_conv_chain: fc1 + fc2 -> fc1 (linear)
--- out
"x" = input : f32[3,2]
"y" = linear("x", @"w1") name="fc1" : f32[3,1]
output("y")
@"w1" = f32[1,2] [13,24]
