# Not merged: by chance the same size, but the conv moves by 2.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,1,1]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1], stride=[2,2]} name="conv3"
"y" = add("x", "a") name="add1"
output("y")
@"w3" = f32[2,2,3,3] seed 3
--- remarks
--- out
same
