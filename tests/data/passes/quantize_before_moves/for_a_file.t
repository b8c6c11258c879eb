# Not for a file: what is quantized there stays as it is.
test pass quantize_before_moves for=onnx21
--- in
"q" = input : u8[3,4]
"f" = cast("q") : f32[3,4]
"x" = mul("f", @"s") name="d"
"a" = div("x", @"s")
"b" = round("a")
"e" = clip("b") {min=0, max=255}
"y" = cast("e") {to=u8} name="q"
output("y")
@"s" = f32[] [0.5]
--- remarks
--- out
same
