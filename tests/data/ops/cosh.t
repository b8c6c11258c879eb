# cosh: UnaryOp 24 in ncnn.
test run
--- in
"x" = input name="x"
"out" = cosh("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.53373 2.57746 1.00424 2.60135 1.20109 2.50275 1.1039 1.66852 1.01283 3.06659 1.77202 2.07643
