# No elements have two halves, of none.
test run
--- in
"x" = input name="x"
"out" = glu("x") {axis=1} name="l"
output("out")
--- feed
x 2,0
--- results
out 2,0:
