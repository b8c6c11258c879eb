# rsub of two vectors: BinaryOp 7 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("y", "x")
%901 = ncnn.align("x", "y")
"out" = sub(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: -0.832 3.386 -1.266 2.97 -1.202 1.266 1.262 -0.34
