# Three in a row.
test pass merge_conv_chain
--- in
"x" = input : f32[4,6,6]
"a" = conv("x", @"w1") name="conv1"
"b" = conv("a", @"w1") name="conv2"
"y" = conv("b", @"w2") name="conv3"
output("y")
@"w1" = f32[4,4,1,1] seed 1
@"w2" = f32[2,4,1,1] seed 2
--- remarks
fired: merge_conv_chain: conv1 + conv2 -> conv1 (conv)
fired: merge_conv_chain: conv1 + conv3 -> conv1 (conv)
--- out
"x" = input : f32[4,6,6]
"y" = conv("x", @"w1") name="conv1" : f32[2,6,6]
output("y")
@"w1" = f32[2,4,1,1] [-6.639842,2.7809284,-2.6587245,1.2255698,4.8698406,-2.5017579,-2.0847247,-4.0538797]
