# A summand does not move across a product, nor does a factor where other layers read both operands.
test pass lift_affine for=onnx13
--- in
"x" = input : f32[3,4]
"y" = input : f32[4,2]
"c" = conv("x", @"v") {axis=0, nd=1} name="conv1"
"m" = matmul("c", "y") name="product1"
"z" = add("m", @"t") name="add1"
"d" = conv("x", @"v2") {axis=0, nd=1} name="conv2"
"r" = relu("d") name="relu1"
"e" = relu("y") name="relu2"
"n" = matmul("d", "e") name="product2"
"u" = mul("n", @"t") name="mul1"
output("z", "r", "u", "e")
@"v" = f32[2,3,1] [1,2,3,4,5,6]
@"v2" = f32[2,3,1] [1,2,3,4,5,7]
@"t" = f32[] [5]
--- remarks
missed: lift_affine: product1 + add1: not moved up to the weights: a shift does not move across it
missed: lift_affine: product2 + mul1: not moved up to the weights: its operands have other readers, or not these factors
--- out
same
