# cos: UnaryOp 10 in ncnn.
test run
--- in
"x" = input name="x"
"out" = cos("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.547017 -0.0291995 0.995771 -0.0391936 0.811548 0.00279636 0.899575 0.453596 0.987227 -0.213546 0.386466 0.209239
