# Three spatial axes.
test pass merge_parallel_convs
--- in
"x" = input : f32[1,3,3,3]
"a" = conv("x", @"w3") {nd=3, pad_begin=[1,1,1], pad_end=[1,1,1]} name="conv3"
"y" = add("a", "x") name="add1"
output("y")
@"w3" = f32[1,1,3,3,3] zeros
--- remarks
fired: merge_parallel_convs: conv3 + add1 -> conv3 (conv)
--- out
"x" = input : f32[1,3,3,3]
"y" = conv("x", @"w3") {nd=3, pad_begin=[1,1,1], pad_end=[1,1,1]} name="conv3" : f32[1,3,3,3]
output("y")
@"w3" = f32[1,1,3,3,3] [0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0]
