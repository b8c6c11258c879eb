# A constant.
test run
--- in
"x" = input name="x"
"out" = pad("x") {pads=[0,1,2,0,0,1], value=0.5} name="l"
output("out")
--- feed
x 1,2,2
--- results
out 1,3,5: 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.992 -1.6 0.5 0.5 0.5 0.092 -1.61 0.5
