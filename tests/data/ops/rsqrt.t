# rsqrt: UnaryOp 6 in ncnn.
test run
--- in
"x" = input name="x"
"a" = exp("x") name="a"
"out" = rsqrt("a") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.608962 2.22554 0.955042 2.2367 0.731982 2.19022 1.25358 1.73325 0.923116 0.409426 1.79858 0.506617
