# ELU.
test run
--- in
"x" = input name="x"
"out" = elu("x") {alpha=0.5} name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.992 -0.399052 0.092 -0.400056 0.624 -0.395769 -0.181823 -0.333564 0.16 1.786 -0.345436 1.36
