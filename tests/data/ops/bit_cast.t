# The bits of floats as integers, and back.
test run
--- in
"x" = input name="x"
"a" = bit_cast("x") {to=i32} name="a"
"y" = bit_cast("a") {to=f32} name="y"
output("y", "a")
--- feed
x 2,3
--- results
y 2,3: 0.992 -1.6 0.092 -1.61 0.624 -1.568
a 2,3: 1.06522e+09 -1.0771e+09 1.03576e+09 -1.07701e+09 1.05904e+09 -1.07737e+09
