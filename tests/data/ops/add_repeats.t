# Case 12: operands of different ranks whose sizes do not pair: the last part of the shorter one is repeated.
test run
--- in
"x" = input name="x"
"y" = input name="y"
%900 = ncnn.align("x", "y")
%901 = ncnn.align("y", "x")
"out" = add(%900, %901) name="l"
output("out")
--- feed
x 2,3,4
y 3,4
--- results
out 3,4,4: 0.00599998 -2.586 -0.894 -2.596 -0.676 -2.868 -1.752 -2.4 -1.44 0.186 -2.774 -0.24 -0.124 1.502 -1.458 1.076 -0.114 0.162 1.274 -0.976 -0.74 1.266 -0.108 0.08 -1.71 -0.312 -0.766 -0.216 -0.464 0.934 0.48 1.03 1.218 1.494 2.606 0.356 -2.288 -0.282 -1.656 -1.468 -0.766 0.632 0.178 0.728 0.134 1.532 1.078 1.628
