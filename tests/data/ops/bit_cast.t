# Bits of floats, of NaN and zeros of both signs too, and back; of integers they wrap.
test run
--- in
"bits" = bit_cast(@"x") {to=i32}
"bits are" = equal("bits", @"bits of x")
"back" = bit_cast(@"bits of x") {to=f32}
"unsigned" = bit_cast(@"i") {to=u8}
output("bits are", "back", "unsigned")
@"x" = f32[2,3] [1,-0,0.5,nan,inf,-2]
@"bits of x" = i32[2,3] [1065353216,-2147483648,1056964608,2143289344,2139095040,-1073741824]
@"i" = i8[2] [-1,7]
--- results
bits are 2,3: 1 1 1 1 1 1
back 2,3: 1 0 0.5 nan inf -2
unsigned 2: 255 7
