# A leaky relu.
test run
--- in
"x" = input name="x"
"out" = leaky_relu("x") {alpha=0.1} name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.992 -0.16 0.092 -0.161 0.624 -0.1568 -0.0452 -0.11 0.16 1.786 -0.1174 1.36
