# A slope for each channel.
test run
--- in
"x" = input name="x"
"out" = prelu("x", @"l.slope") name="l"
output("out")
@"l.slope" = f32[2,1,1] [0.25,-0.5]
--- feed
x 2,2,3
--- results
out 2,2,3: 0.992 -0.4 0.092 -0.4025 0.624 -0.392 0.226 0.55 0.16 1.786 0.587 1.36
