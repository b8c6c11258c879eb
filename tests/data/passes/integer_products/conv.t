# DequantizeLinear in front of a convolution, with a scale and zero point for each channel of the
# weights: the sum is one of integers, and one factor for each channel is left.
test pass integer_products for=x86-64-v3-vl-vnni
--- in
"q" = input : u8[4,8,8]
"qf" = cast("q") : f32[4,8,8]
"x0" = sub("qf", @"zx")
"x" = mul("x0", @"sx")
"wf" = cast(@"w") : f32[3,4,3,3]
"wz" = cast(@"zw") : f32[3,1,1,1]
"w0" = sub("wf", "wz")
"v" = mul("w0", @"sw")
"y" = conv("x", "v", @"b") {pad_begin=[1,1], pad_end=[1,1]} name="conv"
output("y")
@"zx" = f32[] [100]
@"sx" = f32[] [0.5]
@"w" = i8[3,4,3,3] seed 1
@"zw" = i8[3,1,1,1] [0,5,-3]
@"sw" = f32[3,1,1,1] [0.25,0.125,2]
@"b" = f32[3] [1,2,3]
--- remarks
fired: integer_products: cast #14 + sub #18 + mul #20 + cast #8 + sub #10 + mul #12 + conv -> conv (add)
--- out
"q" = input : u8[4,8,8]
%0 = conv_integer("q", @"w", _, @%0, @%1) {pad_begin=[1,1], pad_end=[1,1]} name="conv" : i32[3,8,8]
%1 = unsqueeze(@%2) {axes=[1,2]} name="conv" : f32[3,1,1]
%2 = cast(%0) name="conv" : f32[3,8,8]
%3 = mul(%2, %1) name="conv" : f32[3,8,8]
%4 = unsqueeze(@"b") {axes=[1,2]} name="conv" : f32[3,1,1]
"y" = add(%3, %4) name="conv" : f32[3,8,8]
output("y")
@"w" = i8[3,4,3,3] [5,9,0,5,1,8,5,3,0,0,7,0,4,2,6,9,5,1,4,2,6,4,5,6,3,9,9,1,1,4,6,2,3,6,5,0,3,1,8,4,2,9,5,8,1,2,8,8,9,8,2,7,8,8,1,9,3,2,8,6,0,9,0,3,8,2,1,3,5,7,3,1,5,5,8,5,7,2,3,3,9,7,9,4,9,1,3,8,4,0,2,0,6,3,0,8,5,4,0,3,3,9,5,6,3,9,9,6]
@%0 = u8[] [100]
@%1 = i8[3] [0,5,-3]
@%2 = f32[3] [0.125,0.0625,1]
@"b" = f32[3] [1,2,3]
