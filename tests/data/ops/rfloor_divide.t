# rfloor_divide of two vectors: BinaryOp 16 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("y", "x")
%901 = ncnn.align("x", "y")
"out" = ncnn.floor_divide(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0 -2 -13 -1 -1 0 -2 1
