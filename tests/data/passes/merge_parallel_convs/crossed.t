# Not merged: 1x3 and 3x1 would need a 3x3 of more taps than both.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[0,1], pad_end=[0,1]} name="conv3"
"b" = conv("x", @"w1") {pad_begin=[1,0], pad_end=[1,0]} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f32[2,2,1,3] seed 1
@"w1" = f32[2,2,3,1] seed 2
--- remarks
missed: merge_parallel_convs: conv3 + conv1: not merged: no kernel fits into the other
--- out
same
