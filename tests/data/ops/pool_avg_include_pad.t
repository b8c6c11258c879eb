# Average with the padding in the count, no more at the end.
test run
--- in
"x" = input name="x"
"out" = average_pool("x") {kernel=[2,2], stride=[2,2], pad_begin=[1,1], pad_end=[1,1], count_include_pad=true} name="l"
output("out")
--- feed
x 2,3,4
--- results
out 2,2,3: 0.248 -0.377 -0.4025 0.196 -0.352 0.065 -0.1445 0.127 -0.36 -0.715 -0.185 -0.1365
