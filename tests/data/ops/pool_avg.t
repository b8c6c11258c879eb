# Average, padded, without the padding in the count.
test run
--- in
"x" = input name="x"
"out" = pool("x") {kind=avg, kernel=[2,2], stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="l"
output("out")
--- feed
x 2,3,4
--- results
out 2,3,3: 0.992 -0.754 -1.61 0.392 -0.352 0.13 nan nan nan -0.578 0.254 -1.44 -1.43 -0.185 -0.273 nan nan nan
