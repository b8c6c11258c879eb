# Not moved: int8 layers are never rewritten.
test pass sink_affine
--- in
"x" = input : f32[1,_,_]
"y" = mul("x", @"s") name="mul1"
"z" = ncnn.quantized_convolution("y", @"w", _, @"ws", @"xs") {scale_term=1} name="qconv1"
output("z")
@"s" = f32[] [2]
@"w" = i8[1,1,1,1] [3]
@"ws" = f32[1] [1]
@"xs" = f32[1] [1]
--- remarks
--- out
same
