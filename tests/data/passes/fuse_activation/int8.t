# Hole H9: int8 layers are never rewritten.
test pass fuse_activation
--- in
"x" = input : f32[1,4,4]
"c" = ncnn.quantized_convolution("x", @"w", @"b", @"ws", @"xs") {scale_term=1} name="conv1"
"y" = relu("c") name="relu1"
output("y" as "out")
@"w" = i8[2,1,1,1] [20,-30]
@"b" = f32[2] [1,10]
@"ws" = f32[2] [10,10]
@"xs" = f32[1] [40]
--- remarks
missed: fuse_activation: conv1 + relu1: not fused: an int8 layer is never rewritten
--- out
same
