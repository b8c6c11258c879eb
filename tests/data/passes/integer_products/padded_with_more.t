# Not in integers: padding that is not 0, an activation in the slot.
test pass integer_products for=x86-64-v3-vl-vnni
--- in
"q" = input : u8[4,8,8]
"qf" = cast("q") : f32[4,8,8]
"x" = mul("qf", @"s")
"wf" = cast(@"w") : f32[4,4,3,3]
"v" = mul("wf", @"s")
"y" = conv("x", "v") {pad_begin=[1,1], pad_end=[1,1], pad_value=1} name="ones"
"z" = conv("x", "v") {act=relu} name="relu"
output("y", "z")
@"s" = f32[] [0.5]
@"w" = i8[4,4,3,3] seed 2
--- remarks
missed: integer_products: ones: not computed in integers: it is padded with something else than 0
missed: integer_products: relu: not computed in integers: it has an activation
--- out
same
