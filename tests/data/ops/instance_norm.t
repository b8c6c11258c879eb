# With factors.
test run
--- in
"x" = input name="x"
"out" = ncnn.instance_norm("x", @"l.gamma", @"l.beta") name="l"
output("out")
@"l.gamma" = f32[2] [2,-3]
@"l.beta" = f32[2] [0.5,1]
--- feed
x 2,2,2
--- results
out 2,2,2: 3.22025 -1.40783 1.61328 -1.42569 -3.54964 4.4414 0.372966 2.73528
