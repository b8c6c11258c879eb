# Inner products of a vector.
test pass merge_conv_chain
--- in
"x" = input : f32[2]
%950 = ncnn.as_rows("x") {ic=2}
"a" = linear(%950, @"w1", @"b1") name="fc1"
%951 = ncnn.as_rows("a") {ic=2}
"y" = linear(%951, @"w2") {act=relu} name="fc2"
output("y")
@"w1" = f32[2,2] [1,2,3,4]
@"b1" = f32[2] [5,6]
@"w2" = f32[1,2] [10,1]
--- remarks
fired: merge_conv_chain: fc1 + fc2 -> fc1 (linear)
--- out
"x" = input : f32[2]
"y" = linear("x", @"w1", @"b1") {act=relu} name="fc1" : f32[1]
output("y")
@"w1" = f32[1,2] [13,24]
@"b1" = f32[1] [56]
