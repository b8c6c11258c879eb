# 2 x - 3 is 3 at 3: padding with 3 stays.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = ncnn.power("x") {scale=2, shift=-3} name="pow1"
"z" = conv("y", @"w") {pad_begin=[1,1], pad_end=[1,1], pad_value=3} name="conv1"
output("z" as "out")
@"w" = f32[1,2,2,2] [1,2,3,4,5,6,7,8]
--- remarks
fired: sink_affine: pow1 + conv1 -> conv1 (conv)
fired: sink_affine: conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
"z" = conv("x", @"w", @%0) {pad_begin=[1,1], pad_end=[1,1], pad_value=3} name="conv1" : f32[1,"x".1+1,"x".2+1]
output("z" as "out")
@"w" = f32[1,2,2,2] [2,4,6,8,10,12,14,16]
@%0 = f32[1] [-108]
