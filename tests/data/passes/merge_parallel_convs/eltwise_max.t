# Not merged: a maximum.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"b" = conv("x", @"w1") {} name="conv1"
"y" = max("a", "b") name="max1"
output("y")
@"w3" = f32[2,2,3,3] seed 3
@"w1" = f32[2,2,1,1] [1,2,3,4]
--- remarks
--- out
same
