# To 2x3.
test run
--- in
"x" = input name="x"
"out" = adaptive_average_pool("x") {out=[2,3]} name="l"
output("out")
--- feed
x 1,5,4
--- results
out 1,2,3: 0.0656667 -0.486 -0.480667 0.124667 0.239 -0.219333
