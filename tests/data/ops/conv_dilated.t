# Dilation, other sizes along both axes, asymmetric padding with a value, clip.
test run
--- in
"x" = input name="x"
"out" = conv("x", @"l.weight") {stride=[2,1], dilation=[1,2], pad_begin=[2,1], pad_end=[1,0], pad_value=0.5, act=clip(-1,1.5)} name="l"
output("out")
@"l.weight" = f32[2,2,3,2] [0.69,-0.24,0.49,0.6,0.38,-0.66,-0.36,-0.26,-0.14,-0.46,-0.38,0.71,-0.14,-0.1,0.77,0.46,-0.21,-0.08,-0.65,0.8,0.13,0.22,-0.94,0.82]
--- feed
x 2,5,6
--- results
out 2,3,5: 1.5 1.5 -0.65378 -0.23764 1.5 -1 -0.2756 0.85856 -1 -0.1614 1.5 -0.51972 -0.6509 -1 -1 1.30988 1.5 -0.87348 -0.24824 1.5 -0.77096 1.5 -0.61698 -1 1.5 -0.305 1.5 -0.64524 -1 0.1573
