# Not in integers: padding that is not 0.
test pass integer_layers for=x86-64-v3
--- in
"x" = input : f32[3,6,6]
"y" = ncnn.quantized_convolution("x", @"w", _, @"ws", @"xs") {pad_begin=[1,1], pad_end=[1,1], pad_value=3} name="conv"
output("y")
@"w" = i8[4,3,3,3] seed 1
@"ws" = f32[1] [40]
@"xs" = f32[1] [30]
--- remarks
missed: integer_layers: conv: not computed in integers: it is padded with something else than 0
--- out
same
