# ... and not across one that counts it.
test pass sink_affine
--- in
"x" = input : f32[2,8,8]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"p" = average_pool("y") {kernel=[3,3], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], count_include_pad=1, ceil_mode=true} name="pool1"
"z" = conv("p", @"w") name="conv1"
output("z")
@"s" = f32[2] [2,-3]
@"t" = f32[2] [1,10]
@"w" = f32[1,2,1,1] [1,2]
--- remarks
missed: sink_affine: sc1 + pool1: not moved down to the weights: its averages count padding, and a shift does not go through that
--- out
same
