# A bias layer after a convolution, whose result has rank 3, goes per channel.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = ncnn.bias("c", @"t") name="bias1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"t" = f32[2] [0.5,-0.5]
--- remarks
fired: fold_affine: conv1 + bias1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1.5,9.5]
