# min of two vectors: BinaryOp 5 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = min(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.16 -1.6 -1.174 -1.61 -0.578 -1.568 -0.452 -1.44
