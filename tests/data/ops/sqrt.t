# sqrt: UnaryOp 5 in ncnn.
test run
--- in
"x" = input name="x"
"a" = exp("x") name="a"
"out" = sqrt("a") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.64214 0.449329 1.04707 0.447088 1.36615 0.456576 0.797718 0.57695 1.08329 2.44245 0.555993 1.97388
