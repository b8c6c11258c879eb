# Not moved: whether the inner product flattens is not known.
test pass sink_affine
--- in
"x" = input {rank=2} : f32[_,_]
"y" = scale("x", @"s") name="sc1"
"z" = linear("y", @"w") name="fc1"
output("z" as "out")
@"s" = f32[2] [2,3]
@"w" = f32[2,4] [1,10,100,1000,1,2,3,4]
--- remarks
missed: sink_affine: sc1 + fc1: not moved down to the weights: it cannot be told whether it flattens its input or maps its rows
--- out
same
