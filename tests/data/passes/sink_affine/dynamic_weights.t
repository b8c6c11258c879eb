# Not moved: the weights are computed.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"k" = input : f32[1,2,1,1]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"z" = conv("y", "k") name="conv1"
output("z")
@"s" = f32[2] [2,3]
--- remarks
missed: sink_affine: sc1 + conv1: not moved down to the weights: its weights are computed at run time
--- out
same
