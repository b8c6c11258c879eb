# ratan2 of two vectors: BinaryOp 11 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("y", "x")
%901 = ncnn.align("x", "y")
"out" = atan2(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.159913 2.30132 -1.49259 2.44017 -0.747147 -2.95132 2.07978 -2.22313
