# Operands of one rank whose channels and rows do not pair: the last of the smaller one is repeated.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = sub(%900, %901) name="l"
output("out")
--- feed
x 4,1,2
y 2,3,2
--- results
out 4,3,2: 0.832 -3.386 2.166 -2.96 1.57 -1.298 -0.718 -0.17 1.254 -2.454 0.622 -1.268 -0.186 -0.128 1.786 -2.412 1.154 -1.226 -1.262 0.34 0.71 -1.944 0.078 -0.758
