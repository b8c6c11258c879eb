# 1 above the threshold.
test run
--- in
"x" = input name="x"
"out" = ncnn.threshold("x") {threshold=0.1} name="l"
output("out")
--- feed
x 12
--- results
out 12: 1 0 0 0 1 0 0 0 1 1 0 1
