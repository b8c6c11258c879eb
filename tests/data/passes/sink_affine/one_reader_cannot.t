# Not moved: the map is needed for the other reader anyway.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s", @"t") {epsilon=1} name="sc1"
"z" = conv("y", @"w") name="conv1"
"q" = tanh("y") name="tanh1"
output("z", "q")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,-1]
@"w" = f32[1,2,1,1] [1,10]
--- remarks
missed: sink_affine: sc1 + tanh1: not moved down to the weights: maps do not move across it
--- out
same
