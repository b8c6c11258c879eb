# A weighted sum of three.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"z" = input name="z"
"out" = sum("x", "y", "z") {coeffs=[1,-0.5,2]} name="l"
output("out")
--- feed
x 4
y 4
z 4
--- results
out 4: 1 2.756 -2.03 1.66
