# Both operands are known at run time alone, as in an attention: scales are single numbers, and how
# many terms a sum has is known.
test pass integer_products for=x86-64-v3-vl-vnni
--- in
"a" = input : u8[2,64,64]
"af" = cast("a") : f32[2,64,64]
"a0" = sub("af", @"za")
"x" = mul("a0", @"s")
"b" = input : i8[2,64,64]
"bf" = cast("b") : f32[2,64,64]
"w" = mul("bf", @"s")
"y" = matmul("x", "w") name="scores"
output("y")
@"za" = f32[] [3]
@"s" = f32[] [0.5]
--- remarks
fired: integer_products: cast #12 + mul #14 + cast #4 + sub #6 + mul #8 + scores -> scores (mul)
--- out
"a" = input : u8[2,64,64]
"b" = input : i8[2,64,64]
%0 = matmul_integer("a", "b", @%0, _) name="scores" : i32[2,64,64]
%1 = cast(%0) name="scores" : f32[2,64,64]
"y" = mul(%1, @%1) name="scores" : f32[2,64,64]
output("y")
@%0 = u8[] [3]
@%1 = f32[] [0.25]
