# Order: in a convolution's weights both maps cost nothing.
test pass fold_affine,merge_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"a" = mul("c", @"two") name="mul1"
"y" = ncnn.bias("a", @"t") name="bias1"
output("y")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"two" = f32[] [2]
@"t" = f32[2] [100,1000]
--- remarks
fired: fold_affine: conv1 + mul1 -> conv1 (conv)
fired: fold_affine: conv1 + bias1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") name="conv1" : f32[2,"x".1,"x".2]
output("y")
@"w" = f32[2,1,1,1] [4,-6]
@"b" = f32[2] [102,1020]
