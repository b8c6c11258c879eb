# Groups do not matter: the output channels are axis 0 of the weights.
test pass fold_affine
--- in
"x" = input : f32[2,4,4]
"c" = conv("x", @"w") {group=2} name="conv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("y" as "out")
@"w" = f32[2,1,1,2] [1,2,3,4]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
--- out
"x" = input : f32[2,4,4]
"y" = conv("x", @"w", @%0) {group=2} name="conv1" : f32[2,4,3]
output("y" as "out")
@"w" = f32[2,1,1,2] [1,2,-3,-4]
@%0 = f32[2] [-4.5,0.5]
