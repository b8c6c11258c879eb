# rfmod of two vectors: BinaryOp 13 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("y", "x")
%901 = ncnn.align("x", "y")
"out" = mod(%900, %901) {fmod=1} name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 0.16 0.186 -0.07 1.36 -0.578 -0.302 0.358 -0.34
