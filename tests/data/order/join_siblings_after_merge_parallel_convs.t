# Convolutions that are summed become one of fewer multiplications.
test order merge_parallel_convs join_siblings 
--- in
"x" = input : f32[1,_,_]
"a" = conv("x", @"w") name="conv1"
"b" = conv("x", @"w", @"b2") name="conv2"
"c" = sum("a", "b") {coeffs=[0.5,-2]} name="sum1"
"y" = batch_normalization("c", @"s", @"t") {epsilon=1} name="sc1"
output("y" as "out")
@"w" = f32[2,1,1,1] [3,4]
@"b2" = f32[2] [1,1]
@"s" = f32[2] [10,-1]
@"t" = f32[2] [5,7]
--- cost
as declared: 2 layers, 8192 MACs, 0 other operations, 16 bytes
exchanged:   4 layers, 16384 MACs, 24576 other operations, 32 bytes
