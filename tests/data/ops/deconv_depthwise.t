# Depthwise.
test run
--- in
"x" = input name="x"
"out" = conv_transpose("x", @"l.weight") {group=2, stride=[2,2], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0], output_pad=[0,0], act=relu} name="l"
output("out")
@"l.weight" = f32[2,1,2,2] [0.51,0.45,0.76,-0.42,-0.1,-0.69,0.96,-0.9]
--- feed
x 2,2,2
--- results
out 2,4,4: 0.50592 0.4464 0 0 0.75392 0 0 0.672 0.04692 0.0414 0 0 0.06992 0 0 0.6762 0 0 0.1568 1.08192 0.59904 0 0 1.4112 0.0452 0.31188 0.11 0.759 0 0.4068 0 0.99
