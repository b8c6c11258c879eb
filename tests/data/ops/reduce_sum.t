# Over rows and columns.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {axes=[1,2], keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: -2.126 -2.496 2.132
