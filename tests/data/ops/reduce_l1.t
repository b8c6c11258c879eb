# Over rows and columns.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {op=l1, axes=[1,2], keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: 4.294 3.744 4.48
