# A vector to a diagonal.
test run
--- in
"x" = input name="x"
"out" = diag("x") {diagonal=1} name="l"
output("out")
--- feed
x 3
--- results
out 4,4: 0 0.992 0 0 0 0 -1.6 0 0 0 0 0.092 0 0 0 0
