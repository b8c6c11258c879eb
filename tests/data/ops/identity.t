# What comes in goes out.
test run
--- in
"x" = input name="x"
"out" = identity("x") name="l"
output("out")
--- feed
x 3
--- results
out 3: 0.992 -1.6 0.092
