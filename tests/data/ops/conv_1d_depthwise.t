# One axis, depthwise.
test run
--- in
"x" = input name="x"
"out" = conv("x", @"l.weight") {nd=1, group=2, stride=[1], dilation=[1], pad_begin=[0], pad_end=[0]} name="l"
output("out")
@"l.weight" = f32[2,1,2] [1,2,3,4]
--- feed
x 2,4
--- results
out 2,3: -2.208 -1.416 -3.128 -4.4 -6.512 -5.756
