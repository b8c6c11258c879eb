# rfloor_divide of two vectors: BinaryOp 16 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = floor_divide("y", "x") {align=late} name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0 -2 -13 -1 -1 0 -2 1
