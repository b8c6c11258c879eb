# Not moved: a matmul has no summand.
test pass sink_affine
--- in
"x" = input : f32[_,2]
"y" = add("x", @"s") name="add1"
"z" = matmul("y", @"w") name="mm1"
output("z" as "out")
@"s" = f32[] [0.5]
@"w" = f32[2,3] [1,2,3,10,20,30]
--- remarks
missed: sink_affine: add1 + mm1: not moved down to the weights: a shift does not move across it
--- out
same
