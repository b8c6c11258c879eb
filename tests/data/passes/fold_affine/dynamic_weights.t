# Hole H8: the weights are computed by the network.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"w" = input : f32[2,1,1,1]
"c" = conv("x", "w") name="conv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("y" as "out")
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
missed: fold_affine: conv1 + bn1: not folded into the conv: its weights are computed at run time
--- out
same
