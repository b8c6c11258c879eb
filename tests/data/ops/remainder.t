# remainder of two vectors: BinaryOp 17 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = ncnn.ieee_remainder(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.032 0.186 0.092 -0.25 0.046 -0.058 0.358 0.34
