# Into a constant b that is stored transposed, with a summand of its own.
test pass sink_affine
--- in
"x" = input : f32[_,2]
"y" = batch_normalization("x", @"s", @"t") {axis=1, epsilon=1} name="sc1"
"z" = gemm("y", @"w", @"c") {transB=1, alpha=0.5, beta=0.5} name="gemm1"
output("z" as "out")
@"s" = f32[2] [2,3]
@"t" = f32[2] [1,-1]
@"w" = f32[3,2] [1,10,2,20,3,30]
@"c" = f32[1,3] [1,2,3]
--- remarks
fired: sink_affine: sc1 + gemm1 -> gemm1 (gemm)
--- out
"x" = input : f32[_,2]
"z" = gemm("x", @"w", @"c") {alpha=0.5, beta=0.5, transB=true} name="gemm1" : f32["x".0,3]
output("z" as "out")
@"w" = f32[3,2] [2,30,4,60,6,90]
@"c" = f32[1,3] [-8,-16,-24]
