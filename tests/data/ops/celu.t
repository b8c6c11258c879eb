# CELU.
test run
--- in
"x" = input name="x"
"out" = celu("x") {alpha=0.5} name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.992 -0.479619 0.092 -0.480022 0.624 -0.478272 -0.297527 -0.444598 0.16 1.786 -0.45222 1.36
