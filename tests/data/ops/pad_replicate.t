# The border repeated.
test run
--- in
"x" = input name="x"
"out" = pad("x") {pads=[0,1,2,0,1,1], mode=edge} name="l"
output("out")
--- feed
x 1,2,2
--- results
out 1,4,5: 0.992 0.992 0.992 -1.6 -1.6 0.992 0.992 0.992 -1.6 -1.6 0.092 0.092 0.092 -1.61 -1.61 0.092 0.092 0.092 -1.61 -1.61
