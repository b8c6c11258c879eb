# round: UnaryOp 18 in ncnn.
test run
--- in
"x" = input name="x"
"out" = round("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1 -2 0 -2 1 -2 0 -1 0 2 -1 1
