# Pads (0,1): the 1x1 kernel belongs at the first tap, not at the centre.
test pass merge_parallel_convs
--- in
"x" = input : f32[1,6,6]
"a" = conv("x", @"w3") {pad_end=[1,1], stride=[2,2]} name="conv3"
"b" = conv("x", @"w1") {stride=[2,2]} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f32[1,1,3,3] [1,2,3,4,5,6,7,8,9]
@"w1" = f32[1,1,1,1] [100]
--- remarks
fired: merge_parallel_convs: conv3 + conv1 + add1 -> conv3 (conv)
--- out
"x" = input : f32[1,6,6]
"y" = conv("x", @"w3") {stride=[2,2], pad_end=[1,1]} name="conv3" : f32[1,3,3]
output("y")
@"w3" = f32[1,1,3,3] [101,2,3,4,5,6,7,8,9]
