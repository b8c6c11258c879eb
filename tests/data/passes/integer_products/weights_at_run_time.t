# Not in integers: weights of a convolution that are not constant, and scales of a product that are
# only known at run time.
test pass integer_products for=x86-64-v3-vl-vnni
--- in
"q" = input : u8[4,8,8]
"w" = input : i8[4,4,3,3]
"s" = input : f32[]
"qf" = cast("q") : f32[4,8,8]
"x" = mul("qf", @"one")
"wf" = cast("w") : f32[4,4,3,3]
"v" = mul("wf", @"one")
"y" = conv("x", "v") name="conv"
"m" = input : u8[8,8]
"mf" = cast("m") : f32[8,8]
"a" = mul("mf", "s")
"b" = mul("mf", @"one")
"z" = matmul("a", "b") name="dynamic"
output("y", "z")
@"one" = f32[] [0.5]
--- remarks
missed: integer_products: conv: not computed in integers: the weights are not constant
--- out
same
