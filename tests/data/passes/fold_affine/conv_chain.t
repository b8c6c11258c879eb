# A whole chain: batch norm, dropout that halves, a constant minus it, and a division. (2 3)x + (-3.5 -9.5), halved, from 1, by 4.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"n" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
"d" = ncnn.dropout("n") {scale=0.5} name="drop1"
"e" = sub(@"one", "d") name="sub1"
"y" = div("e", @"four") name="div1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
@"one" = f32[] [1]
@"four" = f32[] [4]
--- remarks
fired: fold_affine: conv1 + bn1 -> conv1 (conv)
fired: fold_affine: conv1 + drop1 -> conv1 (conv)
fired: fold_affine: conv1 + sub1 -> conv1 (conv)
fired: fold_affine: conv1 + div1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [-0.25,-0.375]
@"b" = f32[2] [0.6875,1.4375]
