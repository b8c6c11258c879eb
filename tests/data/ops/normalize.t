# Across channels, one scale each.
test run
--- in
"x" = input name="x"
"out" = ncnn.normalize("x", @"l.scale") {eps=0.001} name="l"
output("out")
@"l.scale" = f32[2] [2,3]
--- feed
x 2,1,3
--- results
out 2,1,3: 1.04899 -1.86299 0.117122 -2.55375 1.08985 -2.99424
