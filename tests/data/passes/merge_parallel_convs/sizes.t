# Not merged: the sum broadcasts.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,5]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"b" = conv("x", @"w1") {stride=[5,5]} name="conv1"
"y" = add("a", "b") name="add1"
output("y")
@"w3" = f32[2,2,3,3] seed 3
@"w1" = f32[2,2,1,1] [1,2,3,4]
--- remarks
--- out
same
