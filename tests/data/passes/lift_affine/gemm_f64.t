# Alpha is an f32: a factor of doubles goes into it where it is one.
test pass lift_affine for=onnx13
--- in
"x" = input : f64[_,3]
"y" = input : f64[3,4]
"g" = gemm("x", "y") name="g1"
"a" = mul("g", @"half") name="mul1"
"h" = gemm("x", "y") {alpha=3} name="g2"
"b" = mul("h", @"third") name="mul2"
output("a", "b")
@"half" = f64[] [0.5]
@"third" = f64[] [0.333333333333333]
--- remarks
fired: lift_affine: g1 + mul1 -> g1 (gemm)
missed: lift_affine: input #4 + mul2: not moved up to the weights: it is an input of the network
--- out
"x" = input : f64[_,3]
"y" = input : f64[3,4]
"a" = gemm("x", "y") {alpha=0.5} name="g1" : f64["x".0,4]
"h" = gemm("x", "y") {alpha=3} name="g2" : f64["x".0,4]
"b" = mul("h", @"third") name="mul2" : f64["x".0,4]
output("a", "b")
@"third" = f64[] [0.333333333333333]
