# Clip.
test run
--- in
"x" = input name="x"
"out" = clip("x") {min=-0.5, max=0.75} name="l"
output("out")
--- feed
x 12
--- results
out 12: 0.75 -0.5 0.092 -0.5 0.624 -0.5 -0.452 -0.5 0.16 0.75 -0.5 0.75
