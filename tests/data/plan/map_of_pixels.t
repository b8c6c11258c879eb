# A tensor that lacks the one channel of what it is added to is read as a map of pixels, not by blocks of its own first axis.
test plan
--- in
"x" = input : f32[1,3,5]
"z" = input : f32[3,3]
"c" = conv("x", @"w") {stride=[1,2]} name="conv1"
"y" = add("c", "z") name="add1"
output("y")
@"w" = f32[1,1,1,1] seed 1
--- full
0   move : p 1x3x5 @in0 -> b 1x3x5 @0
1 | depthwise  conv1, add1: b 1x3x5 @0, _ -> b 1x3x3 @512; y = a + p0; p0: p 3x3 @in1
2 | move : b 1x3x3 @512 -> p 1x3x3 @out0
workspace: 832 bytes, 832 without sharing
