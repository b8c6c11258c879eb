# Maximum of each channel.
test run
--- in
"x" = input name="x"
"out" = global_max_pool("x") {keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: 0.992 0.624 1.786
