# Base 2, scaled and shifted.
test run
--- in
"x" = input name="x"
"out" = ncnn.exp("x") {base=2, scale=0.5, shift=0.1} name="l"
output("out")
--- feed
x 12
--- results
out 12: 1.51152 0.615572 1.1065 0.613442 1.33053 0.622437 0.916369 0.732043 1.13288 1.99032 0.713507 1.71713
