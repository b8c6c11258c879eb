# A 1x1 kernel at the centre of a 3x3.
test pass merge_parallel_convs
--- in
"x" = input : f32[1,5,6]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"b" = conv("x", @"w1") {} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f32[1,1,3,3] [1,2,3,4,5,6,7,8,9]
@"w1" = f32[1,1,1,1] [100]
--- remarks
fired: merge_parallel_convs: conv3 + conv1 + add1 -> conv3 (conv)
--- out
"x" = input : f32[1,5,6]
"y" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3" : f32[1,5,6]
output("y")
@"w3" = f32[1,1,3,3] [1,2,3,4,105,6,7,8,9]
