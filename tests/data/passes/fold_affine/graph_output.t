# The result of the convolution is a result of the network as well.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("c" as "features", "y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
missed: fold_affine: conv1 + bn1: the output in between is a result of the network
--- out
same
