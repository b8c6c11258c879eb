# Two 1x1 kernels, numbers by hand: [1 2; 3 4] then [10 1] gives [13 24]; bias 10*5 + 6 + 7.
test pass merge_conv_chain
--- in
"x" = input : f32[2,3,3]
"a" = conv("x", @"w1", @"b1") {} name="conv1"
"y" = conv("a", @"w2", @"b2") {} name="conv2"
output("y")
@"w1" = f32[2,2,1,1] [1,2,3,4]
@"w2" = f32[1,2,1,1] [10,1]
@"b1" = f32[2] [5,6]
@"b2" = f32[1] [7]
--- remarks
fired: merge_conv_chain: conv1 + conv2 -> conv1 (conv)
--- out
"x" = input : f32[2,3,3]
"y" = conv("x", @"w1", @"b1") name="conv1" : f32[1,3,3]
output("y")
@"w1" = f32[1,2,1,1] [13,24]
@"b1" = f32[1] [63]
