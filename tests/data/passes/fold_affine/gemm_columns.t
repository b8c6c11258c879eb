# Not folded: the factors run along the columns, of which b has the weights; only rows of a constant a take them.
test pass fold_affine
--- in
"x" = input : f32[m,2]
"a" = gemm("x", @"b", @"c") {transB=1} name="gemm1"
"y" = batch_normalization("a", @"s", @"u", @"t", @"v") {axis=1, epsilon=0} name="bn1"
output("y")
@"b" = f32[3,2] [1,2,3,4,5,6]
@"c" = f32[3] [1,1,2]
@"s" = f32[3] [2,-3,0.5]
@"t" = f32[3] [1,0,2]
@"v" = f32[3] [1,1,1]
@"u" = f32[3] [0,5,1]
--- remarks
missed: fold_affine: gemm1 + bn1: not folded into the gemm: its operand a, which has the channels of the result, is not constant
--- out
same
