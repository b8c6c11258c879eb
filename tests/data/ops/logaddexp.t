# logaddexp of two vectors: BinaryOp 14 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = logaddexp(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 1.35329 1.81928 0.340388 1.41003 0.88682 -0.0536121 1.05927 -0.562472
