# Rows of a gemm with a constant a: a batch norm along them goes into a and c.
test pass fold_affine
--- in
"x" = input : f32[2,n]
"a" = gemm(@"a", "x", @"c") name="gemm1"
"y" = batch_normalization("a", @"s", @"u", @"t", @"v") {epsilon=0} name="bn1"
output("y")
@"a" = f32[3,2] [1,2,3,4,5,6]
@"c" = f32[3,1] [1,1,2]
@"s" = f32[3] [2,-3,0.5]
@"t" = f32[3] [1,0,2]
@"v" = f32[3] [1,1,1]
@"u" = f32[3] [0,5,1]
--- remarks
fired: fold_affine: gemm1 + bn1 -> gemm1 (gemm)
--- out
"x" = input : f32[2,n]
"y" = gemm(@"a", "x", @"c") name="gemm1" : f32[3,n]
output("y")
@"a" = f32[3,2] [2,4,-9,-12,2.5,3]
@"c" = f32[3,1] [0,2,1]
