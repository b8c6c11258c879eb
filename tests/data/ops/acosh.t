# acosh: UnaryOp 25 in ncnn.
test run
--- in
"x" = input name="x"
"a" = cosh("x") name="a"
"out" = acosh("a") name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.992 1.6 0.0920005 1.61 0.624 1.568 0.452 1.1 0.16 1.786 1.174 1.36
