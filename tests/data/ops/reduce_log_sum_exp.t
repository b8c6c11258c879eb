# Over rows and columns.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {op=log_sum_exp, axes=[1,2], keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: 1.43384 1.11319 2.42872
