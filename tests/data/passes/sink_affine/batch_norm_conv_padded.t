# Not moved: at the edges the convolution reads 0, not what the map makes of something.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"g", @"b", @"m", @"v") {epsilon=0} name="bn1"
"z" = conv("y", @"w") {pad_begin=[0,1], pad_end=[0,0]} name="conv1"
output("z" as "out")
@"g" = f32[2] [2,3]
@"m" = f32[2] [1,0]
@"v" = f32[2] [1,1]
@"b" = f32[2] [0,5]
@"w" = f32[2,2,1,2] [1,10,100,1000,2,20,200,2000]
--- remarks
missed: sink_affine: bn1 + conv1: not moved down to the weights: it pads its input, and a shift does not go through padding
--- out
same
