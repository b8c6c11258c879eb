# Bilinear, zeros outside.
test run
--- in
"x" = input name="x"
"g" = input name="g"
"out" = grid_sample("x", "g") name="l"
output("out")
--- feed
x 1,3,3
g 2,2,2
--- results
out 1,2,2: 0 0 -0.633068 0
