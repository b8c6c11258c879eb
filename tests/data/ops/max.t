# max of two vectors: BinaryOp 4 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = max(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.992 1.786 0.092 1.36 0.624 -0.302 0.81 -1.1
