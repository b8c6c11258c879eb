# Halves of the last axis.
test run
--- in
"x" = input name="x"
"out" = glu("x") {axis=1} name="l"
output("out")
--- feed
x 2,4
--- results
out 2,2: 0.5188 -0.266542 0.242664 -0.391592
