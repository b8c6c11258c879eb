# The normalisation in between goes into the first, then the first into the second.
test pass fold_affine,merge_conv_chain
--- in
"x" = input : f32[2,6,6]
"a" = conv("x", @"w1") name="conv1"
"n" = batch_normalization("a", @"s", @"t", @"m", @"v") {epsilon=0} name="bn1"
"y" = conv("n", @"w2") name="conv2"
output("y")
@"w1" = f32[2,2,1,1] [1,2,3,4]
@"w2" = f32[1,2,1,1] [1,1]
@"s" = f32[2] [2,3]
@"m" = f32[2] [0,0]
@"v" = f32[2] [1,1]
@"t" = f32[2] [1,4]
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
fired: merge_conv_chain: conv1 + conv2 -> conv1 (conv)
--- out
"x" = input : f32[2,6,6]
"y" = conv("x", @"w1", @%0) name="conv1" : f32[1,6,6]
output("y")
@"w1" = f32[1,2,1,1] [11,16]
@%0 = f32[1] [5]
