# div of two vectors: BinaryOp 3 in ncnn.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = div(%900, %901) name="l"
output("out")
--- feed
x 8
y 8
--- results
out 8: 6.2 -0.895857 -0.0783646 -1.18382 -1.07958 5.19205 -0.558025 0.763889
