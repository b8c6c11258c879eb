# The channels last.
test run
--- in
"x" = input name="x"
"out" = ncnn.permute("x") {order_type=3} name="l"
output("out")
--- feed
x 2,2,3
--- results
out 2,3,2: 0.992 -0.452 -1.6 -1.1 0.092 0.16 -1.61 1.786 0.624 -1.174 -1.568 1.36
