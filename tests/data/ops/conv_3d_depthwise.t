# Three axes, depthwise.
test run
--- in
"x" = input name="x"
"out" = conv("x", @"l.weight") {nd=3, group=2, stride=[1,1,1], dilation=[1,1,1], pad_begin=[0,0,0], pad_end=[0,0,0]} name="l"
output("out")
@"l.weight" = f32[2,1,2,2,2] [-0.77,-0.73,-0.01,0.66,-0.37,-0.85,0.88,-0.77,0.01,-0.16,-0.86,0.85,0.53,-0.62,0.47,0.14]
--- feed
x 2,2,2,3
--- results
out 2,1,1,2: 4.41 -1.6856 -0.02218 2.07266
