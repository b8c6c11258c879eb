# Not in integers: a scale that gives the product an axis, which the bytes do not have; scales of
# which the floats overflow, though their product is an ordinary number.
test pass integer_products for=x86-64-v3-vl-vnni
--- in
"q" = input : u8[64,64]
"qf" = cast("q") : f32[64,64]
"x" = mul("qf", @"axes")
"wf" = cast(@"w") : f32[64,64]
"v" = mul("wf", @"one")
"y" = matmul("x", "v") name="axes"
"a" = mul("qf", @"large")
"b" = mul("wf", @"small")
"z" = matmul("a", "b") name="large"
output("y", "z")
@"axes" = f32[1,1,1] [0.5]
@"w" = i8[64,64] seed 1
@"one" = f32[] [0.5]
@"large" = f32[] [1e38]
@"small" = f32[] [1e-38]
--- remarks
missed: integer_products: large: not computed in integers: f32 has no ordinary numbers for the scales
--- out
same
