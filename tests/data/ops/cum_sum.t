# Along the rows.
test run
--- in
"x" = input name="x"
"out" = cum_sum("x") {axis=1} name="l"
output("out")
--- feed
x 2,3,2
--- results
out 2,3,2: 0.992 -1.6 1.084 -3.21 1.708 -4.778 -0.452 -1.1 -0.292 0.686 -1.466 2.046
