# sign: UnaryOp 20 in ncnn.
test run
--- in
"x" = input name="x"
"out" = sign("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1 -1 1 -1 1 -1 -1 -1 1 1 -1 1
