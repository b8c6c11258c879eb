# Average, padded, without the padding in the count: none of what is in the last row of windows.
test run
--- in
"x" = input name="x"
"out" = average_pool("x") {kernel=[2,2], stride=[2,2], pad_begin=[1,1], pad_end=[2,1]} name="l"
output("out")
--- feed
x 2,3,4
--- results
out 2,3,3: 0.992 -0.754 -1.61 0.392 -0.352 0.13 nan nan nan -0.578 0.254 -1.44 -1.43 -0.185 -0.273 nan nan nan
