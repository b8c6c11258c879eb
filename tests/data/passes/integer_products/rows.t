# Not in integers: a zero point, or a scale, for each row of the first operand.
test pass integer_products for=x86-64-v3-vl-vnni
--- in
"q" = input : u8[3,64]
"qf" = cast("q") : f32[3,64]
"q0" = sub("qf", @"z")
"x" = mul("q0", @"s")
"x2" = mul("qf", @"rows")
"wf" = cast(@"w") : f32[64,8]
"v" = mul("wf", @"s")
"y" = matmul("x", "v") name="zeros"
"y2" = matmul("x2", "v") name="scales"
output("y", "y2")
@"z" = f32[3,1] [1,2,3]
@"s" = f32[] [0.5]
@"rows" = f32[3,1] [1,2,4]
@"w" = i8[64,8] seed 2
--- remarks
missed: integer_products: zeros: not computed in integers: scale or zero point of the first operand is not a single number
missed: integer_products: scales: not computed in integers: scale or zero point of the first operand is not a single number
--- out
same
