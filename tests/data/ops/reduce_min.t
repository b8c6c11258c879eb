# Over rows and columns, times 0.5.
test run
--- in
"x" = input name="x"
"out" = reduce("x") {op=min, reduce_all=false, coeff=0.5, axes=[1,2]} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: -0.805 -0.784 -0.587
