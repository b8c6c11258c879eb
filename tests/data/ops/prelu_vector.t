# On a vector a slope for each element.
test run
--- in
"x" = input name="x"
"out" = prelu("x", @"l.slope") name="l"
output("out")
@"l.slope" = f32[3] [0.25,-0.5,2]
--- feed
x 3
--- results
out 3: 0.992 0.8 0.092
