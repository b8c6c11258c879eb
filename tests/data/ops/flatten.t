# To a vector.
test run
--- in
"x" = input name="x"
"out" = reshape("x") {shape=[-1]} name="l"
output("out")
--- feed
x 2,2,3
--- results
out 12: 0.992 -1.6 0.092 -1.61 0.624 -1.568 -0.452 -1.1 0.16 1.786 -1.174 1.36
