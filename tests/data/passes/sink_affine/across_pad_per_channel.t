# Not moved: the border would differ from channel to channel.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"p" = pad("y") {pads=[0,1,1,0,0,0]} name="pad1"
"z" = conv("p", @"w") name="conv1"
output("z")
@"s" = f32[2] [3,4]
@"t" = f32[2] [3,5]
@"w" = f32[1,2,1,1] [1,2]
--- remarks
missed: sink_affine: sc1 + pad1: not moved down to the weights: its border would differ from channel to channel
--- out
same
