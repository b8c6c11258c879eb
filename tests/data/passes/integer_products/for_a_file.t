# Not for a file: what is quantized there stays as it is.
test pass integer_products for=onnx21
--- in
"q" = input : u8[3,8]
"qf" = cast("q") : f32[3,8]
"x" = mul("qf", @"s")
"wf" = cast(@"w") : f32[8,8]
"v" = mul("wf", @"s")
"y" = matmul("x", "v") name="product"
output("y")
@"s" = f32[] [0.5]
@"w" = i8[8,8] seed 2
--- remarks
--- out
same
