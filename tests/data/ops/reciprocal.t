# reciprocal: UnaryOp 15 in ncnn.
test run
--- in
"x" = input name="x"
"out" = reciprocal("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.00806 -0.625 10.8696 -0.621118 1.60256 -0.637755 -2.21239 -0.909091 6.25 0.55991 -0.851789 0.735294
