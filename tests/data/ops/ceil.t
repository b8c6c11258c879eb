# ceil: UnaryOp 3 in ncnn.
test run
--- in
"x" = input name="x"
"out" = ceil("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1 -1 1 -1 1 -1 0 -1 1 2 -1 2
