# Windows of 2x2 as columns.
test run
--- in
"x" = input name="x"
"out" = unfold("x") {kernel=[2,2], dilation=[1,1], stride=[1,1], pad_begin=[0,0], pad_end=[0,0]} name="l"
output("out")
--- feed
x 2,2,3
--- results
out 8,2: 0.992 -1.6 -1.6 0.092 -1.61 0.624 0.624 -1.568 -0.452 -1.1 -1.1 0.16 1.786 -1.174 -1.174 1.36
