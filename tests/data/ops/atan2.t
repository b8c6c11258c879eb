# atan2 of two vectors: BinaryOp 10 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = atan2(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 1.41088 -0.730521 3.06339 -0.869375 2.31794 -1.76107 -0.508983 -2.48926
