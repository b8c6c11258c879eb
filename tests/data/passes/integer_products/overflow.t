# Not in integers: 255 * 255 * 33026 leaves 32 bits. One term less, and it is.
test pass integer_products for=x86-64-v3-vl-vnni
--- in
"a" = input : u8[1,33026]
"b" = input : u8[33026,1]
"af" = cast("a") : f32[1,33026]
"bf" = cast("b") : f32[33026,1]
"x" = mul("af", @"s")
"v" = mul("bf", @"s")
"y" = matmul("x", "v") name="beyond"
"c" = input : u8[16,33025]
"d" = input : u8[33025,16]
"cf" = cast("c") : f32[16,33025]
"df" = cast("d") : f32[33025,16]
"x2" = mul("cf", @"s")
"v2" = mul("df", @"s")
"y2" = matmul("x2", "v2") name="just"
output("y", "y2")
@"s" = f32[] [0.5]
--- remarks
fired: integer_products: cast #21 + mul #25 + cast #19 + mul #23 + just -> just (mul)
missed: integer_products: beyond: not computed in integers: a sum may leave 32 bits
--- out
"a" = input : u8[1,33026]
"b" = input : u8[33026,1]
"af" = cast("a") : f32[1,33026]
"bf" = cast("b") : f32[33026,1]
"x" = mul("af", @"s") : f32[1,33026]
"v" = mul("bf", @"s") : f32[33026,1]
"y" = matmul("x", "v") name="beyond" : f32[1,1]
"c" = input : u8[16,33025]
"d" = input : u8[33025,16]
%0 = matmul_integer("c", "d", _, _) name="just" : i32[16,16]
%1 = cast(%0) name="just" : f32[16,16]
"y2" = mul(%1, @%0) name="just" : f32[16,16]
output("y", "y2")
@"s" = f32[] [0.5]
@%0 = f32[] [0.25]
