# Not moved: a summand is multiplied by beta.
test pass sink_affine
--- in
"x" = input : f32[_,2]
"y" = batch_normalization("x", @"s", @"t") {axis=1, epsilon=1} name="sc1"
"z" = gemm("y", @"w", @"c") {beta=0.5} name="gemm1"
output("z" as "out")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,-1]
@"w" = f32[2,3] [1,2,3,10,20,30]
@"c" = f32[1,3] [1,2,3]
--- remarks
missed: sink_affine: sc1 + gemm1: not moved down to the weights: alpha and beta are not the same
--- out
same
