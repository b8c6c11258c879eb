# A factor that has moved away is missing from its pattern.
test order recognise_activation sink_affine 
--- in
"x" = input : f32[2,_,_]
"b" = add("x", @"three") name="add1"
"c" = clip("b") {min=0, max=6} name="clip1"
"d" = div("c", @"six") name="div1"
"m" = mul("x", "d") name="mul1"
"y" = conv("m", @"w") name="conv1"
output("y")
@"three" = f32[] [3]
@"six" = f32[] [6]
@"w" = f32[1,2,1,1] [1,2]
--- cost
as declared: 3 layers, 8192 MACs, 8192 other operations, 8 bytes
exchanged:   6 layers, 8192 MACs, 24576 other operations, 12 bytes
