# Both operands of the product are read elsewhere: the factor stays behind.
test pass lift_affine
--- in
"x" = input : f32[2,4,4]
"g" = conv("x", @"v") name="conv0"
"c" = conv("x", @"w") name="conv1"
"p" = mul("g", "c") name="mul1"
"y" = mul("p", @"s") name="mul2"
output("y", "g", "c")
@"v" = f32[2,2,1,1] [1,2,3,5]
@"w" = f32[2,2,1,1] [1,2,3,4]
@"s" = f32[] [2]
--- remarks
missed: lift_affine: mul1 + mul2: not moved up to the weights: its operands have other readers, or not all channels
--- out
same
