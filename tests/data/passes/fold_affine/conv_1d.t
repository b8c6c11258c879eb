# One spatial axis.
test pass fold_affine
--- in
"x" = input : f32[1,6]
"c" = conv("x", @"w") {nd=1} name="conv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("y" as "out")
@"w" = f32[2,1,3] [1,2,3,4,5,6]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
--- out
"x" = input : f32[1,6]
"y" = conv("x", @"w", @%0) {nd=1} name="conv1" : f32[2,4]
output("y" as "out")
@"w" = f32[2,1,3] [1,2,3,-4,-5,-6]
@%0 = f32[2] [-4.5,0.5]
