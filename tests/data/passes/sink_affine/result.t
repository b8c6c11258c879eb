# Not moved: its output is a result.
test pass sink_affine
--- in
"x" = input : f32[2,_,_]
"y" = batch_normalization("x", @"s") {epsilon=1} name="sc1"
"z" = conv("y", @"w") name="conv1"
output("z", "y")
@"s" = f32[2] [2,3]
@"w" = f32[1,2,1,1] [1,10]
--- remarks
--- out
same
