# Over channels, kept.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {axes=[0]} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 1,2,2: 1.776 -1.382 -1.534 -1.35
