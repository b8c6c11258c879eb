# The diagonal of a matrix.
test run
--- in
"x" = input name="x"
"out" = diag("x") name="l"
output("out")
--- feed
x 3,4
--- results
out 3: 0.992 -1.568 -1.174
