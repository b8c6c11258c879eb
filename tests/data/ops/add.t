# add of two vectors: BinaryOp 0 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = add(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 1.152 0.186 -1.082 -0.25 0.046 -1.87 0.358 -2.54
