# The floor of the exact quotient, where the rounded one is larger; of integers down, too.
test run
--- in
"x" = floor_divide(@"a", @"b")
"d" = floor_divide(@"c", @"e")
"i" = floor_divide(@"f", @"g")
"u" = floor_divide(@"h", @"k")
output("x", "d", "i", "u")
@"a" = f32[7] [1,-1,3,-3,0,1,-1]
@"b" = f32[7] [0.1,0.1,inf,inf,-2,0,0]
@"c" = f64[2] [1,-1]
@"e" = f64[2] [0.1,0.1]
@"f" = i8[6] [7,-7,7,-7,-128,5]
@"g" = i8[6] [2,2,-2,-2,-1,0]
@"h" = u64[2] [18446744073709551615,7]
@"k" = u64[2] [2,8]
--- results
x 7: 9 -10 0 -1 0 inf -inf
d 2: 9 -10
i 6: 3 -4 -4 3 -128 0
u 2: 9.22337e+18 0
