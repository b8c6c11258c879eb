# What reads bytes already: only the sum and its scale are left.
test pass integer_layers for=x86-64-v3
--- in
"x" = input : i8[3,6,6]
"y" = ncnn.quantized_convolution("x", @"w", _, @"ws", @"xs") {} name="conv"
output("y")
@"w" = i8[4,3,1,1] seed 1
@"ws" = f32[1] [40]
@"xs" = f32[1] [30]
--- remarks
fired: integer_layers: conv -> conv (mul)
--- out
"x" = input : i8[3,6,6]
%0 = conv_integer("x", @%0) name="conv" : i32[4,6,6]
%1 = unsqueeze(@%1) {axes=[1,2]} name="conv" : f32[4,1,1]
%2 = cast(%0) name="conv" : f32[4,6,6]
"y" = mul(%2, %1) name="conv" : f32[4,6,6]
output("y")
@%0 = i8[4,3,1,1] [5,9,0,5,1,8,5,3,0,0,7,0]
@%1 = f32[4] [0.00083333335,0.00083333335,0.00083333335,0.00083333335]
