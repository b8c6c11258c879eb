# Floats are cut towards 0 on their way to integers, which come back as they are; a diagonal of ones.
test run
--- in
"x" = input name="x"
"h" = mul("x", @"ten") name="h"
"i" = cast("h") {to=i32} name="i"
"y" = cast("i") {to=f32} name="y"
"e" = eye_like("x") {k=1} name="e"
output("h", "y", "e")
@"ten" = f32[] [10]
--- feed
x 2,5
--- results
h 2,5: 9.92 -16 0.92 -16.1 6.24 -15.68 -4.52 -11 1.6 17.86
y 2,5: 9 -16 0 -16 6 -15 -4 -11 1 17
e 2,5: 0 1 0 0 0 0 0 1 0 0
