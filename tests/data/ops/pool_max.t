# Window 3, stride 2: one more at the end.
test run
--- in
"x" = input name="x"
"out" = max_pool("x") {kernel=[3,3], stride=[2,2], pad_begin=[0,0], pad_end=[0,0], ceil_mode=true} name="l"
output("out")
--- feed
x 2,4,6
--- results
out 2,2,3: 0.992 1.786 1.36 0.81 0.81 0.844 1.796 1.796 1.832 0.694 0.694 1.794
