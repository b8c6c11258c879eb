# Not moved: the last window may lie in padding alone, where the maximum is no element.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"p" = max_pool("y") {kernel=[2,2], stride=[2,2], pad_end=[2,2]} name="pool1"
"z" = conv("p", @"w") name="conv1"
output("z")
@"s" = f32[2] [2,3]
@"w" = f32[1,2,1,1] [1,2]
--- remarks
missed: sink_affine: sc1 + pool1: not moved down to the weights: a window may lie in the padding alone
--- out
same
