# Types of different sizes have no bits in common.
test error
--- in
"x" = input : f32[4]
"y" = bit_cast("x") {to=i64}
output("y")
--- error
E_SHAPE: bit_cast 'y': x is of type f32, one of 8 bytes as i64 expected
