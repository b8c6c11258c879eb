# The remainder with the sign of the divisor, or with that of the dividend; operands broadcast at any rank.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"m" = mod("x", "y") name="m"
"f" = mod("x", "y") {fmod=1} name="f"
"q" = floor_divide("x", "y") name="q"
output("m", "f", "q")
--- feed
x 1,2,1,1,3
y 2,1
--- results
m 1,2,1,2,3: -0.364 -0.244 -0.36 -0.108 -0.5 -1.008 -0.254 -0.28 -0.212 -0.51 -0.476 -0.468
f 1,2,1,2,3: 0.088 -0.244 0.092 0.992 -0.5 0.092 -0.254 0.172 -0.212 -0.51 0.624 -0.468
q 1,2,1,2,3: -3 3 -1 -1 1 -1 3 -2 3 1 -1 1
