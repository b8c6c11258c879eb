# Hole H1: a batch norm behind a relu layer does not slip past it.
test optimize
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"r" = relu("c") name="relu1"
"y" = batch_normalization("r", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fuse_activation: conv1 + relu1 -> conv1 (conv)
missed: fold_affine: conv1 + bn1: not folded into the conv: the activation in its slot lets no shift through
--- out
"x" = input {rank=3} : f32[1,_,_]
"r" = conv("x", @"w", @"b") {act=relu} name="conv1" : f32[2,"x".1,"x".2]
"y" = batch_normalization("r", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"t" = f32[2] [0.5,-0.5]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
