# max(x, 0)
test run
--- in
"x" = input name="x"
"out" = relu("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.992 0 0.092 0 0.624 0 0 0 0.16 1.786 0 1.36
