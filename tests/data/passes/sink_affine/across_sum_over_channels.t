# Not moved: the channels are added up.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"m" = reduce("y") {axes=[0]} name="sum1"
"z" = conv("m", @"w") name="conv1"
output("z")
@"s" = f32[2] [2,-3]
@"w" = f32[1,1,1,1] [10]
--- remarks
missed: sink_affine: sc1 + sum1: not moved down to the weights: it reduces the axis of the factors
--- out
same
