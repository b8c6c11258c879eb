# A maximum.
test run
--- in
"x" = input name="x"
"y" = input name="y"
"out" = ncnn.eltwise("x", "y", "x") {op=max} name="l"
output("out")
--- feed
x 4
y 4
--- results
out 4: 0.992 -1.568 0.092 -1.1
