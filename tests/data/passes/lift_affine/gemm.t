# A batch normalization behind a gemm goes into its columns and summand, one factor for all into alpha
# and beta, factors of rows into a and c.
test pass lift_affine for=onnx13
--- in
"x" = input : f32[2,3]
"g" = gemm("x", @"w", @"b") {transB=1, beta=2} name="g1"
"n" = batch_normalization("g", @"s", @"t") {axis=1, epsilon=1} name="bn1"
"h" = gemm("n", @"v") name="g2"
"m" = mul("h", @"c") name="mul1"
"k" = gemm("m", @"v2", @"b") {alpha=2, beta=2} name="g3"
"l" = mul("k", @"c") name="mul2"
"o" = gemm(@"a", "l", @"rows") {transA=1} name="g4"
"p" = mul("o", @"r") name="mul3"
"z" = gemm("p", @"v3", @"b2") {alpha=2} name="g5"
"y" = sub(@"one", "z") name="sub1"
output("y")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"b" = f32[2] [1,2]
@"b2" = f32[1,2] [1,2]
@"s" = f32[2] [10,100]
@"t" = f32[2] [7,9]
@"v" = f32[2,2] [1,2,3,4]
@"v2" = f32[2,2] [1,2,3,5]
@"v3" = f32[2,2] [1,2,3,6]
@"c" = f32[] [0.5]
@"a" = f32[2,2] [1,2,3,4]
@"rows" = f32[2,1] [4,5]
@"r" = f32[2,1] [2,3]
@"one" = f32[] [1]
--- remarks
fired: lift_affine: g1 + bn1 -> g1 (gemm)
fired: lift_affine: g2 + mul1 -> g2 (gemm)
fired: lift_affine: g3 + mul2 -> g3 (gemm)
fired: lift_affine: g4 + mul3 -> g4 (gemm)
fired: lift_affine: g5 + sub1 -> g5 (gemm)
--- out
"x" = input : f32[2,3]
"n" = gemm("x", @"w", @%0) {beta=2, transB=true} name="g1" : f32[2,2]
"m" = gemm("n", @"v") {alpha=0.5} name="g2" : f32[2,2]
"l" = gemm("m", @"v2", @%1) name="g3" : f32[2,2]
"p" = gemm(@"a", "l", @"rows") {transA=true} name="g4" : f32[2,2]
"y" = gemm("p", @"v3", @"b2") {alpha=2} name="g5" : f32[2,2]
output("y")
@"w" = f32[2,3] [10,20,30,400,500,600]
@%0 = f32[2] [13.5,204.5]
@"v" = f32[2,2] [1,2,3,4]
@"v2" = f32[2,2] [1,2,3,5]
@%1 = f32[2] [1,2]
@"a" = f32[2,2] [2,6,6,12]
@"rows" = f32[2,1] [8,15]
@"v3" = f32[2,2] [-1,-2,-3,-6]
@"b2" = f32[1,2] [0,-1]
