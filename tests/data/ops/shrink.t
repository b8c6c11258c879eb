# Shrink.
test run
--- in
"x" = input name="x"
"out" = shrink("x") {bias=0.1} name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.892 -1.5 0 -1.51 0.524 -1.468 0 -1 0 1.686 -1.074 1.26
