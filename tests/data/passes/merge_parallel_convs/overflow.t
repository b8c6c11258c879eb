# Not merged: the sum of two weights overflows.
test pass merge_parallel_convs
--- in
"x" = input : f32[1,5,6]
"a" = conv("x", @"w3") {} name="conv3"
"b" = conv("x", @"w1") {} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f32[1,1,1,1] [3e38]
@"w1" = f32[1,1,1,1] [2e38]
--- remarks
missed: merge_parallel_convs: conv3 + add1: not merged: a new weight would be 5e+38
--- out
same
