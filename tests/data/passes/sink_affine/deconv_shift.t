# Not moved: where windows overlap a shift counts several times.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"z" = conv_transpose("y", @"w") {stride=[1,1]} name="deconv1"
output("z" as "out")
@"s" = f32[2] [2,-3]
@"t" = f32[2] [1,1]
@"w" = f32[1,2,2,2] [1,2,3,4,5,6,7,8]
--- remarks
missed: sink_affine: sc1 + deconv1: not moved down to the weights: its windows overlap or leave gaps, and a shift does not go through that
--- out
same
