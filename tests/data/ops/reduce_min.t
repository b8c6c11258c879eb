# Over rows and columns.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {op=min, axes=[1,2], keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: -1.61 -1.568 -1.174
