# mul of two vectors: BinaryOp 2 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = mul(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.15872 -2.8576 -0.108008 -2.1896 -0.360672 0.473536 -0.36612 1.584
