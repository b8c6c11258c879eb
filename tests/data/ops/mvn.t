# Mean and variance of each channel.
test run
--- in
"x" = input name="x"
"out" = ncnn.mvn("x") {normalize_variance=true, eps=0.001} name="l"
output("out")
--- feed
x 2,2,2
--- results
out 2,2,2: 1.35945 -0.953446 0.556363 -0.962369 1.51583 -1.14659 0.208912 -0.578151
