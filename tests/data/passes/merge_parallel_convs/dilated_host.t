# Not merged: taps of one lie between those of the other.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[2,2], pad_end=[2,2], dilation=[2,2]} name="conv3"
"b" = conv("x", @"w1") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f32[2,2,3,3] seed 1
@"w1" = f32[2,2,3,3] seed 2
--- remarks
missed: merge_parallel_convs: conv3 + conv1: not merged: no kernel fits into the other
--- out
same
