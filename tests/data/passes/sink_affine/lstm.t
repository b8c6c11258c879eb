# The features of a recurrent layer: factors and shift.
test pass sink_affine
--- in
"x" = input : f32[_,2]
"y" = batch_normalization("x", @"s", @"t") {axis=1, epsilon=1} name="sc1"
"z" = lstm("y", @"xc", @"b", @"hc") {num_output=1, hidden_size=1, merge_directions=true} name="lstm1"
output("z")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,-1]
@"xc" = f32[1,4,2] [0.5,0.25,-0.25,0.5,0.75,1,-0.5,0.25]
@"b" = f32[1,4,1] [0,0.5,0.25,1]
@"hc" = f32[1,4,1] [0.1,0.2,0.3,0.4]
--- remarks
fired: sink_affine: sc1 + lstm1 -> lstm1 (lstm)
--- out
"x" = input : f32[_,2]
"z" = lstm("x", @"xc", @"b", @"hc") {num_output=1, merge_directions=true} name="lstm1" : f32["x".0,1]
output("z")
@"xc" = f32[1,4,2] [1,0.75,-0.5,1.5,1.5,3,-1,0.75]
@"b" = f32[1,4,1] [0.25,-0.25,0,0.25]
@"hc" = f32[1,4,1] [0.1,0.2,0.3,0.4]
