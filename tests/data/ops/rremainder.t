# rremainder of two vectors: BinaryOp 18 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("y", "x")
%901 = ncnn.align("x", "y")
"out" = ncnn.ieee_remainder(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.16 0.186 0.022 -0.25 0.046 -0.302 -0.094 -0.34
