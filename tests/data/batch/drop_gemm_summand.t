# A summand that is another for each image.
test batch drop
--- in
"x" = input : f32[2,4]
"y" = gemm("x", @"w", @"b") name="fc"
output("y")
@"w" = f32[4,5] seed 1
@"b" = f32[2,1] [1,2]
--- out
gemm 'fc': an operand that is the same for all runs differs from image to image
