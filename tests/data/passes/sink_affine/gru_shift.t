# Not moved: a new gate has two summands.
test pass sink_affine
--- in
"x" = input : f32[_,2]
"y" = add("x", @"t") name="add1"
"z" = gru("y", @"xc", @"b", @"hc") {num_output=1, merge_directions=true} name="gru1"
output("z")
@"t" = f32[] [1]
@"xc" = f32[1,3,2] [0.1,0.2,0.3,0.4,0.5,0.6]
@"b" = f32[1,4,1] [0,0.1,0.2,0.3]
@"hc" = f32[1,3,1] [0.1,0.2,0.3]
--- remarks
missed: sink_affine: add1 + gru1: not moved down to the weights: a shift does not fit into its bias
--- out
same
