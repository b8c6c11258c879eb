# Not moved: each row has a factor of its own.
test pass sink_affine
--- in
"x" = input : f32[2,2]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"z" = linear("y", @"w") name="fc1"
output("z" as "out")
@"s" = f32[2] [2,3]
@"w" = f32[2,2] [1,10,100,1000]
--- remarks
missed: sink_affine: sc1 + fc1: not moved down to the weights: the factors do not run along its input channels
--- out
same
