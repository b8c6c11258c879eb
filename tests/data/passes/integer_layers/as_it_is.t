# What is written for ncnn keeps its layer.
test pass integer_layers
--- in
"x" = input : f32[3,6,6]
"y" = ncnn.quantized_convolution("x", @"w", _, @"ws", @"xs") {} name="conv"
output("y")
@"w" = i8[4,3,3,3] seed 1
@"ws" = f32[1] [40]
@"xs" = f32[1] [30]
--- remarks
--- out
same
