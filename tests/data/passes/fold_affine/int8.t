# Hole H9: int8 weights are never rewritten.
test pass fold_affine
--- in
"x" = input : f32[1,4,4]
"c" = ncnn.quantized_convolution("x", @"w", @"b", @"ws", @"xs") {scale_term=1} name="conv1"
"y" = batch_normalization("c", @"s", @"t", @"m", @"v") {epsilon=1} name="bn1"
output("y" as "out")
@"w" = i8[2,1,1,1] [20,-30]
@"b" = f32[2] [1,10]
@"ws" = f32[2] [10,10]
@"xs" = f32[1] [40]
@"s" = f32[2] [2,-4]
@"m" = f32[2] [5,1]
@"v" = f32[2] [3,15]
@"t" = f32[2] [0.5,-0.5]
--- remarks
missed: fold_affine: conv1 + bn1: not folded: an int8 layer is never rewritten
--- out
same
