# Over rows and columns.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {op=mean, axes=[1,2], keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: -0.5315 -0.624 0.533
