# Order: batch norm first, then the activation. With the relu in the slot first, nothing could be folded any more.
test pass fold_affine,fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"n" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
"y" = relu("n") name="relu1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
fired: fuse_activation: conv1 + relu1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") {act=relu} name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,3]
@"b" = f32[2] [-3.5,-9.5]
