# rdiv of two vectors: BinaryOp 8 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("y", "x")
%901 = ncnn.align("x", "y")
"out" = div(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.16129 -1.11625 -12.7609 -0.84472 -0.926282 0.192602 -1.79204 1.30909
