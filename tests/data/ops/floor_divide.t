# floor_divide of two vectors: BinaryOp 15 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = floor_divide("x", "y") {align=late} name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 6 -1 -1 -2 -2 5 -1 0
