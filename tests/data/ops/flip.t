# The rows.
test run
--- in
"x" = input name="x"
"out" = flip("x") {axes=[1]} name="l"
output("out")
--- feed
x 2,2,2
--- results
out 2,2,2: 0.092 -1.61 0.992 -1.6 -0.452 -1.1 0.624 -1.568
