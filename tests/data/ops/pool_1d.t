# One axis.
test run
--- in
"x" = input name="x"
"out" = average_pool("x") {nd=1, kernel=[2], stride=[1], pad_begin=[0], pad_end=[0]} name="l"
output("out")
--- feed
x 2,4
--- results
out 2,3: -0.304 -0.754 -0.759 -0.472 -1.01 -0.776
