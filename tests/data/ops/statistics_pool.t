# Mean and deviation.
test run
--- in
"x" = input name="x"
"out" = ncnn.statistics_pooling("x") {include_stddev=true} name="l"
output("out")
--- feed
x 2,2,3
--- results
out 4: -0.511667 0.0966667 1.11219 1.14029
