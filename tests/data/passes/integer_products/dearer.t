# Not on a machine without VNNI: a 3x3 convolution of many channels is faster in floats there.
test pass integer_products for=x86-64-v3
--- in
"q" = input : u8[128,40,40]
"qf" = cast("q") : f32[128,40,40]
"x" = mul("qf", @"s")
"wf" = cast(@"w") : f32[128,128,3,3]
"v" = mul("wf", @"s")
"y" = conv("x", "v") {pad_begin=[1,1], pad_end=[1,1]} name="conv"
output("y")
@"s" = f32[] [0.5]
@"w" = i8[128,128,3,3] seed 2
--- remarks
missed: integer_products: conv: not computed in integers: by the kernels' estimates it is faster in floats
--- out
same
