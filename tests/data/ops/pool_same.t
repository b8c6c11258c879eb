# SAME padding.
test run
--- in
"x" = input name="x"
"out" = max_pool("x") {kernel=[2,2], stride=[2,2], pad_mode=same_upper} name="l"
output("out")
--- feed
x 1,3,5
--- results
out 1,2,3: 0.992 0.16 1.786 1.36 -0.302 0.81
