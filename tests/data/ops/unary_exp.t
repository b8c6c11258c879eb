# exp: UnaryOp 7 in ncnn.
test run
--- in
"x" = input name="x"
"out" = exp("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 2.69662 0.201897 1.09636 0.199888 1.86638 0.208462 0.636354 0.332871 1.17351 5.96554 0.309128 3.89619
