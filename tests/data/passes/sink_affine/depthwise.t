# Depthwise: each channel has its factor.
test pass sink_affine
--- in
"x" = input : f32[3,_]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"z" = conv("y", @"w") {nd=1, group=3} name="conv1"
output("z" as "out")
@"s" = f32[3] [2,3,5]
@"t" = f32[3] [1,0,1]
@"w" = f32[3,1,2] [1,2,3,4,5,6]
--- remarks
fired: sink_affine: sc1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[3,_]
"z" = conv("x", @"w", @%0) {nd=1, group=3} name="conv1" : f32[3,"x".1-1]
output("z" as "out")
@"w" = f32[3,1,2] [2,4,9,12,25,30]
@%0 = f32[3] [3,0,11]
