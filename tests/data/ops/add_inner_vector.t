# Another vector goes along the last axis.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = add(%900, %901) name="l"
output("out")
--- feed
x 3
y 2,2,3
--- results
out 2,2,3: -0.618 -0.976 -1.476 0.54 -2.7 0.252 2.778 -2.774 1.452 0.414 -1.902 0.902
