# x itself.
test pass merge_parallel_convs
--- in
"x" = input : f32[2,5,6]
"a" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"y" = add("x", "a") name="add1"
output("y")
@"w3" = f32[2,2,3,3] zeros
--- remarks
fired: merge_parallel_convs: conv3 + add1 -> conv3 (conv)
--- out
"x" = input : f32[2,5,6]
"y" = conv("x", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="conv3" : f32[2,5,6]
output("y")
@"w3" = f32[2,2,3,3] [0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0]
