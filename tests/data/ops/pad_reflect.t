# Reflected.
test run
--- in
"x" = input name="x"
"out" = pad("x") {top=1, bottom=1, left=2, right=1, type=reflect} name="l"
output("out")
--- feed
x 1,3,3
--- results
out 1,5,6: -1.568 0.624 -1.61 0.624 -1.568 0.624 0.092 -1.6 0.992 -1.6 0.092 -1.6 -1.568 0.624 -1.61 0.624 -1.568 0.624 0.16 -1.1 -0.452 -1.1 0.16 -1.1 -1.568 0.624 -1.61 0.624 -1.568 0.624
