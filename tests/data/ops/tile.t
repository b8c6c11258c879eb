# Twice along the channels, three times along the columns.
test run
--- in
"x" = input name="x"
"out" = tile("x") {repeats=[2,1,3]} name="l"
output("out")
--- feed
x 2,1,2
--- results
out 4,1,6: 0.992 -1.6 0.992 -1.6 0.992 -1.6 0.092 -1.61 0.092 -1.61 0.092 -1.61 0.992 -1.6 0.992 -1.6 0.992 -1.6 0.092 -1.61 0.092 -1.61 0.092 -1.61
