# Over rows and columns, times 0.5.
test run
--- in
"x" = input name="x"
"out" = ncnn.reduction("x") {operation=asum, reduce_all=false, coeff=0.5, axes=[1,2]} name="l"
output("out")
--- feed
x 3,2,2
--- results
out 3: 2.147 1.872 2.24
