# Across channels.
test run
--- in
"x" = input name="x"
"out" = lrn("x") {axis=0, size=3, alpha=0.5, bias=1.5} name="l"
output("out")
--- feed
x 4,1,2
--- results
out 4,1,2: 0.676657 -0.840655 0.0609809 -0.75015 0.438553 -0.778535 -0.31788 -0.627999
