# floor_divide of two vectors: BinaryOp 15 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = ncnn.floor_divide(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 6 -1 -1 -2 -2 5 -1 0
