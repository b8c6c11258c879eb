# Not merged: the larger kernel has more groups.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1], group=2} name="conv3"
"b" = conv("x", @"w1") {} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f32[2,1,3,3] seed 3
@"w1" = f32[2,2,1,1] [1,2,3,4]
--- remarks
missed: merge_parallel_convs: conv3 + conv1: not merged: their channels are grouped differently
--- out
same
