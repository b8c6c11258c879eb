# Weights that are trained are no constants, whatever they hold now.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("y" as "out")
@"w" = param f32[2,1,1,1] [2,-3]
@"b" = param f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
missed: fold_affine: conv1 + bn1: not folded into the conv: its weights are trainable
--- out
same
