# Along the rows.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = concat("x", "y") {axis=1} name="l"
output("out")
--- feed
x 2,1,2
y 2,2,2
--- results
out 2,3,2: 0.992 -1.6 0.624 -1.568 -0.452 -1.1 0.092 -1.61 0.16 1.786 -1.174 1.36
