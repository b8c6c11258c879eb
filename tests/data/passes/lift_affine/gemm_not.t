# Not moved: a summand that is the same for all columns, none that could take a shift, a beta of 0.
test pass lift_affine for=onnx13
--- in
"x" = input : f32[_,3]
"g" = gemm("x", @"w", @"c") {transB=1} name="same_for_all"
"n" = mul("g", @"s") name="mul1"
"h" = gemm("x", @"w") {transB=1} name="none"
"m" = add("h", @"s") name="add1"
"k" = gemm("x", @"w", @"s") {transB=1, beta=0} name="unused"
"l" = add("k", @"s") name="add2"
output("n", "m", "l")
@"w" = f32[2,3] [1,2,3,4,5,6]
@"c" = f32[] [3]
@"s" = f32[2] [10,100]
--- remarks
missed: lift_affine: same_for_all + mul1: not moved up to the weights: its summand has not as many rows or columns
missed: lift_affine: none + add1: not moved up to the weights: it has no summand that could take a shift
missed: lift_affine: unused + add2: not moved up to the weights: beta is 0
--- out
same
