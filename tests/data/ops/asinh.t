# asinh: UnaryOp 23 in ncnn.
test run
--- in
"x" = input name="x"
"out" = asinh("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.875705 -1.24898 0.0918707 -1.25427 0.589296 -1.2319 -0.437873 -0.950347 0.159325 1.34362 -0.999221 1.11451
