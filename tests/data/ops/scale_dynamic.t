# Factors that are computed.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = batch_normalization("x", "y") {epsilon=1} name="l"
"own" = ncnn.scale("x", "y") name="m"
output("out", "own")
--- feed
x 2,1,3
y 2
--- results
out 2,1,3: -0.448384 0.7232 -0.041584 1.771 -0.6864 1.7248
own 2,1,3: -0.448384 0.7232 -0.041584 1.771 -0.6864 1.7248
