# sub of two vectors: BinaryOp 1 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = sub(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.832 -3.386 1.266 -2.97 1.202 -1.266 -1.262 0.34
