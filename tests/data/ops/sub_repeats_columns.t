# Case 12: the same along the rows.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = sub("x", "y") {align=late} name="l"
output("out")
--- feed
x 2,2
y 3,2
--- results
out 3,2: 0.368 -0.0320001 0.544 -0.51 -0.068 -3.396
