# Not moved: the channels would need different padding.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"z" = conv("y", @"w") {pad_begin=[1,1], pad_end=[1,1], pad_value=1} name="conv1"
output("z" as "out")
@"s" = f32[2] [2,-3]
@"w" = f32[1,2,2,2] [1,2,3,4,5,6,7,8]
--- remarks
missed: sink_affine: sc1 + conv1: not moved down to the weights: it pads its input, and a shift does not go through padding
--- out
same
