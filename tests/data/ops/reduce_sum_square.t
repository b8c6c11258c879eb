# Over rows and columns.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {op=sum_square, axes=[1,2], keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: 6.14462 4.2623 6.44328
