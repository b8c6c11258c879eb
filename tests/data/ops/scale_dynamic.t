# Factors that are computed.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = scale("x", "y") name="l"
output("out")
--- feed
x 2,1,3
y 2
--- results
out 2,1,3: -0.448384 0.7232 -0.041584 1.771 -0.6864 1.7248
