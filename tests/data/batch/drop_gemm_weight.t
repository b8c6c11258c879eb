# The other operand is of each image.
test batch drop
--- in
"x" = input : f32[2,4]
"y" = gemm(@"w", "x") {transB=true} name="fc"
output("y")
@"w" = f32[2,4] seed 1
--- out
gemm 'fc': a weight or a reference differs from image to image
