# Case 19: dequantize reads 32-bit integers; it is not the inverse of quantize.
test error
--- in
"x" = input : f32[4,h,w]
"q" = ncnn.quantize("x", @"s")
"d" = ncnn.dequantize("q", @"s") name="deq1"
output("d")
@"s" = f32[1] [10]
--- error
E_SHAPE: ncnn.dequantize 'deq1': x is of type i8, i32 or f32 expected
