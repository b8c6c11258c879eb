# Sizes that do not fit: on all axes but the last, the last part of the smaller operand is repeated, as ncnn does.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = add(%900, %901) name="l"
output("out")
--- feed
x 3,2,2
y 2,4
--- results
out 3,4,2: 0.414 -2.178 -0.21 -1.912 0.902 -0.8 -1.348 -3.05 -0.538 -2.73 0.392 -0.256 -0.982 -1.63 -0.794 -1.442 -1.002 0.624 -0.33 2.204 -1.704 0.83 -1.516 1.018
