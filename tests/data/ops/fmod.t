# fmod of two vectors: BinaryOp 12 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = mod(%900, %901) {fmod=1} name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.032 -1.6 0.092 -0.25 0.046 -0.058 -0.452 -1.1
