# Of an input of rank 3 axis 1 is the time, and of rank 2 the features: not known which.
test pass sink_affine
--- in
"x" = input : f32[?]
"y" = batch_normalization("x", @"s", @"t") {axis=1, epsilon=1} name="sc1"
"z" = lstm("y", @"xc", @"b", @"hc") {num_output=1, hidden_size=1, merge_directions=true} name="lstm1"
output("z")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,-1]
@"xc" = f32[1,4,2] [0.5,0.25,-0.25,0.5,0.75,1,-0.5,0.25]
@"b" = f32[1,4,1] [0,0.5,0.25,1]
@"hc" = f32[1,4,1] [0.1,0.2,0.3,0.4]
--- remarks
missed: sink_affine: sc1 + lstm1: not moved down to the weights: the rank of its input is not known
--- out
same
