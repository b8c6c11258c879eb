# By two.
test run
--- in
"x" = input name="x"
"out" = reorg("x") {stride=2} name="l"
output("out")
--- feed
x 1,2,4
--- results
out 4,1,2: 0.992 0.092 -1.6 -1.61 0.624 -0.452 -1.568 -1.1
