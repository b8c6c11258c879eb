# An axis in front.
test run
--- in
"x" = input name="x"
"out" = unsqueeze("x") {axes=[0]} name="l"
output("out")
--- feed
x 2,3
--- results
out 1,2,3: 0.992 -1.6 0.092 -1.61 0.624 -1.568
