# Two groups of two channels.
test run
--- in
"x" = input name="x"
"out" = conv("x", @"l.weight") {group=2, stride=[1,1], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0]} name="l"
output("out")
@"l.weight" = f32[4,2,1,1] [0.51,0.45,0.76,-0.42,-0.1,-0.69,0.96,-0.9]
--- feed
x 4,2,2
--- results
out 4,2,2: 0.78672 -1.5216 -0.15648 -1.3161 0.49184 -0.55744 0.25976 -0.7616 0.38282 0.02978 -0.4415 0.8576 0.6738 1.98636 -1.85604 2.6016
