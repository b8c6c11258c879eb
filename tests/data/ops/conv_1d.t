# One axis.
test run
--- in
"x" = input name="x"
"out" = conv("x", @"l.weight", @"l.bias") {nd=1, stride=[2], dilation=[1], pad_begin=[1], pad_end=[1], act=mish} name="l"
output("out")
@"l.weight" = f32[2,2,3] [-0.07,0.97,0.81,0.22,-0.65,0.62,0.23,-0.81,0.21,-0.54,0.45,-0.71]
@"l.bias" = f32[2] [0.5,-0.5]
--- feed
x 2,5
--- results
out 2,3: 0.766554 0.0711173 0.0580771 -0.249869 -0.287324 -0.259782
