# square: UnaryOp 4 in ncnn.
test run
--- in
"x" = input name="x"
"out" = square("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.984064 2.56 0.008464 2.5921 0.389376 2.45862 0.204304 1.21 0.0256 3.1898 1.37828 1.8496
