# Padding is the zero point of x, that is 0 less it.
test run
--- in
"y" = conv_integer(@"x", @"w", @"b", @"xz", @"wz") {nd=1, pad_begin=[1], pad_end=[1]}
output("y")
@"x" = u8[2,4] [0,255,3,4,10,20,30,40]
@"w" = i8[2,2,3] [-128,0,127,1,1,1,5,6,7,0,0,-1]
@"b" = i32[2] [1000,-2147483648]
@"xz" = u8[] [255]
@"wz" = i8[2] [1,-128]
--- results
y 2,4: 1255 2143 -30374 33759 2.14739e+09 2.14733e+09 2.14733e+09 2.14736e+09
