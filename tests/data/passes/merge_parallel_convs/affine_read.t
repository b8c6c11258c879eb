# Not merged: the normalised x has another reader; it is no x for the sum.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3", @"b3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"b" = mul("x", @"k") name="mul1"
"y" = add("a", "b") name="add1"
output("y","b")
@"w3" = f32[2,2,3,3] seed 3
@"b3" = f32[2] [1,2]
@"k" = f32[] [3]
--- remarks
--- out
same
