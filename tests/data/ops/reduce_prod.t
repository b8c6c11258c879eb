# Over rows and columns.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {op=prod, axes=[1,2], keepdims=false} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: 0.235096 -0.486476 -0.456256
