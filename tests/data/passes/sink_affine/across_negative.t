# Not moved: a negative factor turns a maximum into a minimum.
test pass sink_affine
--- in
"x" = input : f32[2,8,8]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"p" = max_pool("y") {kernel=[2,2], stride=[2,2], ceil_mode=true} name="pool1"
"z" = conv("p", @"w") name="conv1"
output("z")
@"s" = f32[2] [2,-3]
@"w" = f32[1,2,1,1] [1,2]
--- remarks
missed: sink_affine: sc1 + pool1: not moved down to the weights: a negative factor does not move across it
--- out
same
