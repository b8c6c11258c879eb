# tan: UnaryOp 11 in ncnn.
test run
--- in
"x" = input name="x"
"out" = tan("x") name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.53034 34.2325 0.0922604 25.4947 0.719965 -357.6 -0.485524 -1.96476 0.161379 -4.5748 -2.38651 4.67344
