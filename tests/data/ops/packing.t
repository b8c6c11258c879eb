# How elements lie in memory changes nothing.
test run
--- in
"x" = input name="x"
"out" = ncnn.packing("x") name="l"
output("out")
--- feed
x 4,1,2
--- results
out 4,1,2: 0.992 -1.6 0.092 -1.61 0.624 -1.568 -0.452 -1.1
