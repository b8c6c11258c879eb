# A kernel of one tap reads no padding whatever the mode.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"g", @"b", @"m", @"v") {epsilon=0} name="bn1"
"z" = conv("y", @"w", @"c") {pad_mode=same_upper, stride=[2,2]} name="conv1"
output("z" as "out")
@"g" = f32[2] [2,3]
@"m" = f32[2] [1,0]
@"v" = f32[2] [1,1]
@"b" = f32[2] [0,5]
@"w" = f32[1,2,1,1] [1,10]
@"c" = f32[1] [100]
--- remarks
fired: sink_affine: bn1 + conv1 -> conv1 (conv)
--- out
"x" = input : f32[2,_,_]
"z" = conv("x", @"w", @"c") {stride=[2,2], pad_mode=same_upper} name="conv1" : f32[1,floordiv("x".1+1,2),floordiv("x".2+1,2)]
output("z" as "out")
@"w" = f32[1,2,1,1] [2,30]
@"c" = f32[1] [148]
