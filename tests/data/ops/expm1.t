# expm1: UnaryOp 21 in ncnn.
test run
--- in
"x" = input name="x"
"out" = expm1("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.69662 -0.798103 0.0963649 -0.800112 0.866379 -0.791538 -0.363646 -0.667129 0.173511 4.96554 -0.690872 2.89619
