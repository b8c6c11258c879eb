# Elements of another size.
test error
--- in
"x" = input : f32[4]
"y" = bit_cast("x") {to=f16}
output("y")
--- error
E_SHAPE: bit_cast 'y': elements of f32 have 4 bytes, those of f16 2
