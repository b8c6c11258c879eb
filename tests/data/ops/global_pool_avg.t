# Average of each channel.
test run
--- in
"x" = input name="x"
"out" = global_average_pool("x") {keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: -0.5315 -0.624 0.533
