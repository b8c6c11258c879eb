# Two groups of two channels.
test run
--- in
"x" = input name="x"
"out" = ncnn.group_norm("x", @"l.gamma", @"l.beta") {group=2} name="l"
output("out")
@"l.gamma" = f32[4] [1,2,3,4]
@"l.beta" = f32[4] [0.1,0.2,0.3,0.4]
--- feed
x 4,1,2
--- results
out 4,1,2: 1.46012 -0.853917 1.31328 -1.72569 4.84964 -3.1414 1.23605 -1.91371
