# Rows: the factors run along the last axis.
test pass sink_affine
--- in
"x" = input : f32[_,2]
"y" = batch_normalization("x", @"s", @"t") {axis=1, epsilon=1} name="sc1"
"z" = linear("y", @"w", @"b") name="fc1"
output("z" as "out")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,-1]
@"w" = f32[2,2] [1,10,100,1000]
@"b" = f32[2] [0,1]
--- remarks
fired: sink_affine: sc1 + fc1 -> fc1 (linear)
--- out
"x" = input : f32[_,2]
"z" = linear("x", @"w", @"b") name="fc1" : f32["x".0,2]
output("z" as "out")
@"w" = f32[2,2] [2,30,200,3000]
@"b" = f32[2] [-9,-899]
