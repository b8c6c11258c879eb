# sinh: UnaryOp 22 in ncnn.
test run
--- in
"x" = input name="x"
"out" = sinh("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.16289 -2.37557 0.0921299 -2.40146 0.665291 -2.29429 -0.467549 -1.33565 0.160684 2.89896 -1.46289 1.81977
