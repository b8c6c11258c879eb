# Three axes.
test run
--- in
"x" = input name="x"
"out" = max_pool("x") {nd=3, kernel=[2,2,2], stride=[1,1,1], pad_begin=[0,0,0], pad_end=[0,0,0]} name="l"
output("out")
--- feed
x 1,2,3,3
--- results
out 1,1,2,2: 1.786 1.36 0.624 0.844
