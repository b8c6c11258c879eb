# An int8 convolution whose result is bytes, in groups, padded: rounding halves away from zero is written out.
test pass integer_layers for=x86-64-v3
--- in
"x" = input : f32[4,7,9]
"y" = ncnn.quantized_convolution("x", @"w", @"b", @"ws", @"xs", @"ys") {group=2, stride=[2,2], pad_begin=[1,1], pad_end=[1,1], act=relu, scale_term=101} name="conv"
output("y")
@"w" = i8[6,2,3,3] seed 1
@"b" = f32[6] seed 2
@"ws" = f32[2] [40,90]
@"xs" = f32[1] [30]
@"ys" = f32[1] [25]
--- remarks
fired: integer_layers: conv -> conv (cast)
--- out
"x" = input : f32[4,7,9]
%0 = mul("x", @%0) name="conv" : f32[4,7,9]
%1 = clip(%0) {min=-127, max=127} name="conv" : f32[4,7,9]
%2 = trunc(%1) name="conv" : f32[4,7,9]
%3 = sub(%1, %2) name="conv" : f32[4,7,9]
%4 = add(%3, %3) name="conv" : f32[4,7,9]
%5 = trunc(%4) name="conv" : f32[4,7,9]
%6 = add(%2, %5) name="conv" : f32[4,7,9]
%7 = cast(%6) {to=i8} name="conv" : i8[4,7,9]
%8 = conv_integer(%7, @%1) {group=2, stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="conv" : i32[6,4,5]
%9 = unsqueeze(@%2) {axes=[1,2]} name="conv" : f32[6,1,1]
%10 = cast(%8) name="conv" : f32[6,4,5]
%11 = mul(%10, %9) name="conv" : f32[6,4,5]
%12 = unsqueeze(@%3) {axes=[1,2]} name="conv" : f32[6,1,1]
%13 = add(%11, %12) name="conv" : f32[6,4,5]
%14 = relu(%13) name="conv" : f32[6,4,5]
%15 = mul(%14, @%4) name="conv" : f32[6,4,5]
%16 = clip(%15) {min=-127, max=127} name="conv" : f32[6,4,5]
%17 = trunc(%16) name="conv" : f32[6,4,5]
%18 = sub(%16, %17) name="conv" : f32[6,4,5]
%19 = add(%18, %18) name="conv" : f32[6,4,5]
%20 = trunc(%19) name="conv" : f32[6,4,5]
%21 = add(%17, %20) name="conv" : f32[6,4,5]
"y" = cast(%21) {to=i8} name="conv" : i8[6,4,5]
output("y")
@%0 = f32[] [30]
@%1 = i8[6,2,3,3] [5,9,0,5,1,8,5,3,0,0,7,0,4,2,6,9,5,1,4,2,6,4,5,6,3,9,9,1,1,4,6,2,3,6,5,0,3,1,8,4,2,9,5,8,1,2,8,8,9,8,2,7,8,8,1,9,3,2,8,6,0,9,0,3,8,2,1,3,5,7,3,1,5,5,8,5,7,2,3,3,9,7,9,4,9,1,3,8,4,0,2,0,6,3,0,8,5,4,0,3,3,9,5,6,3,9,9,6]
@%2 = f32[6] [0.00083333335,0.00083333335,0.00083333335,0.00037037037,0.00037037037,0.00037037037]
@%3 = f32[6] [0.11292524,1.2468393,-0.66353375,-1.5977916,-0.5732808,0.0012242922]
@%4 = f32[] [25]
