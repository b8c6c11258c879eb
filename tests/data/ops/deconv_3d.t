# Three axes.
test run
--- in
"x" = input name="x"
"out" = conv_transpose("x", @"l.weight") {nd=3, stride=[1,1,1], dilation=[1,1,1], pad_begin=[0,0,0], pad_end=[0,0,0], output_pad=[0,0,0]} name="l"
output("out")
@"l.weight" = f32[1,2,2,2,2] [-0.77,-0.73,-0.01,0.66,-0.37,-0.85,0.88,-0.77,0.01,-0.16,-0.86,0.85,0.53,-0.62,0.47,0.14]
--- feed
x 2,1,2,1
--- results
out 1,2,3,2: -0.76292 -0.73888 1.12686 2.15852 1.4006 -2.4245 -0.31828 -0.90024 0.6549 1.60724 -2.1647 1.0066
