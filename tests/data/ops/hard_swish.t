# Hard swish.
test run
--- in
"x" = input name="x"
"out" = hard_swish("x") {alpha=0.25, beta=0.4} name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.642816 0 0.038916 0 0.346944 -0.012544 -0.129724 -0.1375 0.0704 1.51185 -0.125031 1.0064
