# SAME padding, the odd one at the end.
test run
--- in
"x" = input name="x"
"out" = conv("x", @"l.weight") {stride=[2,2], dilation=[1,1], pad_mode=same_upper} name="l"
output("out")
@"l.weight" = f32[1,1,2,2] [1,2,3,4]
--- feed
x 1,3,4
--- results
out 1,2,2: -6.608 -8.884 3.732 1.546
