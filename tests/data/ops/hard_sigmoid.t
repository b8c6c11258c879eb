# Hard sigmoid.
test run
--- in
"x" = input name="x"
"out" = hard_sigmoid("x") {alpha=0.25, beta=0.4} name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.648 0 0.423 0 0.556 0.00800002 0.287 0.125 0.44 0.8465 0.1065 0.74
