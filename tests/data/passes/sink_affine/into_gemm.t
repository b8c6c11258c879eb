# One factor for all of an operand goes into alpha, where there is no summand.
test pass sink_affine for=onnx13
--- in
"x" = input : f32[_,3]
"y" = input : f32[3,4]
"a" = mul("x", @"c") name="mul1"
"b" = mul("y", @"d") name="mul2"
"z" = gemm("a", "b") {alpha=2} name="g1"
"e" = mul("x", @"d") name="mul3"
"u" = gemm("e", "y", @"b") name="g2"
output("z", "u")
@"c" = f32[] [10]
@"d" = f32[] [0.5]
@"b" = f32[4] [1,2,3,4]
--- remarks
fired: sink_affine: mul1 + g1 -> g1 (gemm)
fired: sink_affine: mul2 + g1 -> g1 (gemm)
missed: sink_affine: mul3 + g2: not moved down to the weights: its weights are computed at run time
--- out
"x" = input : f32[_,3]
"y" = input : f32[3,4]
"z" = gemm("x", "y") {alpha=10} name="g1" : f32["x".0,4]
"e" = mul("x", @"d") name="mul3" : f32["x".0,3]
"u" = gemm("e", "y", @"b") name="g2" : f32["x".0,4]
output("z", "u")
@"d" = f32[] [0.5]
@"b" = f32[4] [1,2,3,4]
