# The factor of a hard swish goes into the convolution behind. What is left is no formula of anything.
test order recognise_activation sink_affine
--- in
"x" = input : f32[2,4,4]
"b" = add("x", @"three") name="add1"
"c" = clip("b") {min=0, max=6} name="clip1"
"m" = mul("x", "c") name="mul1"
"d" = div("m", @"six") name="div1"
"y" = conv("d", @"w") name="conv1"
output("y")
@"w" = f32[1,2,1,1] [1,2]
@"three" = f32[] [3]
@"six" = f32[] [6]
--- cost
as declared: 3 layers, 32 MACs, 8 bytes
swapped:     6 layers, 32 MACs, 12 bytes
