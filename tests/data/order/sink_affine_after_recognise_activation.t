# A factor that has moved away is missing from its pattern.
test order recognise_activation sink_affine 
--- in
"x" = input : f32[4]
"a" = mul("x", @"two") name="mul0"
"b" = add("a", @"three") name="add1"
"c" = clip("b") {min=0, max=6} name="clip1"
"d" = div("c", @"six") name="div1"
"y" = mul("a", "d") name="mul1"
output("y")
@"two" = f32[] [2]
@"three" = f32[] [3]
@"six" = f32[] [6]
--- cost
as declared: 3 layers, 0 MACs, 8 other operations, 4 bytes
exchanged:   6 layers, 0 MACs, 16 other operations, 36 bytes
