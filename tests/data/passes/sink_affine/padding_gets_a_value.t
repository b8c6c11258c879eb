# One map for all channels: the padding holds what the map makes 0, here 0.5.
test pass merge_affine,sink_affine
--- in
"x" = input : f32[2,_,_]
"a" = mul("x", @"s") name="mul1"
"y" = sub("a", @"one") name="sub1"
"z" = conv("y", @"w") {pad_begin=[1,1], pad_end=[1,1]} name="conv1"
output("z" as "out")
@"s" = f32[] [2]
@"one" = f32[] [1]
@"w" = f32[1,2,2,2] [1,2,3,4,5,6,7,8]
--- remarks
fired: sink_affine: sub1 + conv1 -> conv1 (conv)
fired: sink_affine: mul1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
"z" = conv("x", @"w", @%0) {pad_begin=[1,1], pad_end=[1,1], pad_value=0.5} name="conv1" : f32[1,"x".1+1,"x".2+1]
output("z" as "out")
@"w" = f32[1,2,2,2] [2,4,6,8,10,12,14,16]
@%0 = f32[1] [-36]
