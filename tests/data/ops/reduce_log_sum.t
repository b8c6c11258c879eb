# Over rows and columns.
test run
--- in
"x" = input name="x"
"a" = exp("x") name="a"
"out" = reduce("a") {op=log_sum, axes=[1,2], keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: 1.43384 1.11319 2.42872
