# The product sums over images.
test batch drop
--- in
"x" = input : f32[2,4]
"y" = gemm("x", @"w") {transA=true} name="fc"
"z" = matmul("y", @"u")
output("x", "z")
@"w" = f32[2,5] seed 1
@"u" = f32[5,3] seed 1
--- out
gemm 'fc': it works along the axis of the batch
