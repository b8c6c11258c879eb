# Sigmoid.
test run
--- in
"x" = input name="x"
"out" = sigmoid("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.729483 0.167982 0.522984 0.166589 0.651128 0.172502 0.388885 0.24974 0.539915 0.856436 0.236133 0.79576
