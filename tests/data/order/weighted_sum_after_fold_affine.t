# A factor in the weights of the layer before costs nothing, one in the sum is work.
test order fold_affine weighted_sum 
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"p" = mul("c", @"two") name="mul1"
"c2" = conv("x", @"w") name="conv2"
"r" = relu("c2") name="relu1"
"y" = add("p", "r") name="add1"
output("y")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"two" = f32[] [2]
--- cost
as declared: 5 layers, 16384 MACs, 8192 other operations, 24 bytes
exchanged:   5 layers, 16384 MACs, 16384 other operations, 16 bytes
