# Not merged: the branches read different values.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"b" = conv("x", @"w1") {} name="conv1"
"x2" = relu("x") name="relu1"
"b2" = conv("x2", @"w1") name="conv2"
"y" = add("a", "b2") name="add1"
output("y","b")
@"w3" = f32[2,2,3,3] seed 3
@"w1" = f32[2,2,1,1] [1,2,3,4]
--- remarks
--- out
same
