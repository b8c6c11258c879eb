# Over rows and columns.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {op=l2, axes=[1,2], keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: 2.47884 2.06454 2.53836
