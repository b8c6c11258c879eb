# trunc: UnaryOp 19 in ncnn.
test run
--- in
"x" = input name="x"
"out" = trunc("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0 -1 0 -1 0 -1 0 -1 0 1 -1 1
