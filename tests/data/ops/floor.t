# floor: UnaryOp 2 in ncnn.
test run
--- in
"x" = input name="x"
"out" = floor("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0 -2 0 -2 0 -2 -1 -2 0 1 -2 1
