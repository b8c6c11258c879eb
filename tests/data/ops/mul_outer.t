# Ones on both sides are broadcast.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = mul(%900, %901) name="l"
output("out")
--- feed
x 2,1,3
y 2,2,1
--- results
out 2,2,3: -0.448384 0.7232 -0.041584 -1.0912 1.76 -0.1012 -0.2576 0.09984 -0.25088 -2.87546 1.11446 -2.80045
