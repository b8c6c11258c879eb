# Offsets and masks.
test run
--- in
"x" = input name="x"
"o" = input name="o"
"m" = input name="m"
"out" = deform_conv("x", "o", "m", @"l.weight", @"l.bias") {stride=[1,1], dilation=[1,1], pad_begin=[0,0], pad_end=[0,0]} name="l"
output("out")
@"l.weight" = f32[1,2,2,2] [0.51,0.45,0.76,-0.42,-0.1,-0.69,0.96,-0.9]
@"l.bias" = f32[1] [0.5]
--- feed
x 2,3,3
o 8,2,2
m 4,2,2
--- results
out 1,2,2: 1.3997 0.977417 -2.38817 0.303367
