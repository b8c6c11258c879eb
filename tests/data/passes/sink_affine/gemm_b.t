# Into a constant b; the shift makes a summand for each column.
test pass sink_affine
--- in
"x" = input : f32[_,2]
"y" = batch_normalization("x", @"s", @"t") {axis=1, epsilon=1} name="sc1"
"z" = gemm("y", @"w") name="gemm1"
output("z" as "out")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,-1]
@"w" = f32[2,3] [1,2,3,10,20,30]
--- remarks
fired: sink_affine: sc1 + gemm1 -> gemm1 (gemm)
--- out
"x" = input : f32[_,2]
"z" = gemm("x", @"w", @%0) name="gemm1" : f32["x".0,3]
output("z" as "out")
@"w" = f32[2,3] [2,4,6,30,60,90]
@%0 = f32[1,3] [-9,-18,-27]
