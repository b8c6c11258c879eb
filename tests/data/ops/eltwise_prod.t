# A product.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = ncnn.eltwise("x", "y") name="l"
output("out")
--- feed
x 4
y 4
--- results
out 4: 0.619008 2.5088 -0.041584 1.771
