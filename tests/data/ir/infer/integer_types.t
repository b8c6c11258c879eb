# Types: int8 behind quantize; the float behind an int8 convolution.
test infer
--- in
"x" = input : f32[4,h,w]
"q" = ncnn.quantize("x", @"s")
"y" = ncnn.quantized_convolution("q", @"w", _, @"s", @"s") {scale_term=1}
output("q", "y")
@"s" = f32[1] [10]
@"w" = i8[2,4,1,1] zeros
--- out
"x" = input : f32[4,h,w]
"q" = ncnn.quantize("x", @"s") : i8[4,h,w]
"y" = ncnn.quantized_convolution("q", @"w", _, @"s", @"s") : f32[2,h,w]
output("q", "y")
@"s" = f32[1] ...
@"w" = i8[2,4,1,1] ...
