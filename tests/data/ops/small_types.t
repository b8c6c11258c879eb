# Integers of 4 and 2 bits wrap, floats of 8 and 4 bits round to even and hold what is too large; without saturation it is NaN or infinite. Scales are powers of 2.
test run
--- in
"a" = cast(@"x") {to=i4}
"b" = cast(@"x") {to=u2}
"c" = add("a", "a")
"d" = cast(@"f") {to=f8e4m3fn}
"e" = cast(@"f") {to=f8e4m3fnuz, saturate=false}
"g" = cast(@"f") {to=f8e5m2, saturate=false}
"h" = cast(@"f") {to=f4e2m1}
"i" = cast(@"f") {to=f8e8m0}
"j" = cast(@"f") {to=f8e8m0, round_mode=nearest, saturate=false}
"k" = transpose(@"q") {perm=[1,0]}
"l" = add("d", "d")
output("a", "b", "c", "d", "e", "g", "h", "i", "j", "k", "l")
@"x" = i32[4] [7,8,-9,18]
@"f" = f32[6] [1.06,-17,1e6,0.3,-0.001,0]
@"q" = i2[2,2] [-2,1,0,-1]
--- results
a 4: 7 -8 7 2
b 4: 3 0 3 2
c 4: -2 0 -2 4
d 6: 1 -16 448 0.3125 -0.00195312 0
e 6: 1 -16 nan 0.3125 -0.000976562 0
g 6: 1 -16 inf 0.3125 -0.000976562 0
h 6: 1 -6 6 0.5 0 0
i 6: 2 5.87747e-39 1.04858e+06 0.5 5.87747e-39 5.87747e-39
j 6: 1 nan 1.04858e+06 0.25 nan nan
k 2,2: -2 0 1 -1
l 6: 2 -32 448 0.625 -0.00390625 0
