# For ncnn, constants become weights of the layer.
test pass add_into_gemm
--- in
"x" = input : f32[5,3]
"w" = constant(@"w") name="weight"
"b" = constant(@"b") name="bias"
"a" = matmul("x", "w") name="m1"
"y" = add("a", "b") name="add1"
output("y")
@"w" = f32[3,2] [1,2,3,4,5,6]
@"b" = f32[2] [1,2]
--- remarks
fired: add_into_gemm: m1 + add1 -> m1 (gemm)
--- out
"x" = input : f32[5,3]
"y" = gemm("x", @"w", @"b") name="m1" : f32[5,2]
output("y")
@"w" = f32[3,2] [1,2,3,4,5,6]
@"b" = f32[1,2] [1,2]
