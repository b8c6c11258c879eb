# A vector of as many elements as channels goes along them.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = add(%900, %901) name="l"
output("out")
--- feed
x 2
y 2,2,3
--- results
out 2,2,3: 1.084 -0.618 1.616 -0.576 0.54 -0.108 -1.44 0.186 -2.774 -0.24 -2.178 -1.902
