# Bits of floats, of NaN and zeros of both signs too, and back; of integers they wrap.
test run
--- in
"bits" = bit_cast(@"x") {to=i32}
"bits are" = equal("bits", @"bits of x")
"back" = bit_cast(@"bits of x") {to=f32}
"double" = bit_cast(@"d") {to=i64}
"double is" = equal("double", @"bits of d")
"unsigned" = bit_cast(@"i") {to=u8}
output("bits are", "back", "double is", "unsigned")
@"x" = f32[2,3] [1,-0,0.5,nan,inf,-2]
@"bits of x" = i32[2,3] [1065353216,-2147483648,1056964608,2143289344,2139095040,-1073741824]
@"d" = f64[2] [1,-0]
@"bits of d" = i64[2] [4607182418800017408,-9223372036854775808]
@"i" = i8[2] [-1,7]
--- results
bits are 2,3: 1 1 1 1 1 1
back 2,3: 1 0 0.5 nan inf -2
double is 2: 1 1
unsigned 2: 255 7
