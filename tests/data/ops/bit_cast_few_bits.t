# An element of fewer bits than a byte takes a byte, whose others are no bits of it.
test error
--- in
"x" = input : i8[4]
"y" = bit_cast("x") {to=u4}
output("y")
--- error
E_FORMAT: in:2:21: params of 'bit_cast': to is u4, f32, f64 or an integer of 8 bits or more expected
