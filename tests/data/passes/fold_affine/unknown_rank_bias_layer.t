# What a bias layer does depends on the rank.
test pass fold_affine
--- in
"x" = input : f32[?]
"c" = ncnn.convolution("x", @"w", @"b") name="conv1"
"y" = ncnn.bias("c", @"t") name="bias1"
output("y" as "out")
@"w" = f32[2,3,1,1] [1,2,3,4,5,6]
@"b" = f32[2] [1,10]
@"t" = f32[2] [100,200]
--- remarks
--- out
same
