# One axis.
test run
--- in
"x" = input name="x"
"out" = conv_transpose("x", @"l.weight") {nd=1, stride=[2], dilation=[1], pad_begin=[0], pad_end=[0], output_pad=[0]} name="l"
output("out")
@"l.weight" = f32[2,2,3] [-0.07,0.97,0.81,0.22,-0.65,0.62,0.23,-0.81,0.21,-0.54,0.45,-0.71]
--- feed
x 2,3
--- results
out 2,7: -0.42364 2.00874 0.0546 -1.9576 -1.26052 1.10844 -0.89764 1.09756 -1.52802 0.64646 1.5768 0.0888401 -0.78012 1.1326
