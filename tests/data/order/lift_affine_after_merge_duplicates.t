# Two layers with equal weights are one as long as nothing was folded into them.
test order merge_duplicates lift_affine 
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w") name="conv1"
"r" = relu("a") name="relu1"
"y" = mul("r", @"s") name="mul1"
"b" = conv("x", @"w") name="conv2"
output("y" as "out", "b")
@"w" = f16(f32)[2,1,1,1] [3,4]
@"s" = f32[] [0.3]
--- cost
as declared: 5 layers, 8192 MACs, 16384 other operations, 8 bytes
exchanged:   4 layers, 16384 MACs, 0 other operations, 12 bytes
