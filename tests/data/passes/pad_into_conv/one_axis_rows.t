# Not fused: rows are the channels of a conv with one spatial axis.
test pass pad_into_conv
--- in
"x" = input : f32[1,7]
"p" = pad("x") {pads=[1,1,0,0]} name="pad1"
"y" = conv("p", @"w") {nd=1} name="conv1"
output("y")
@"w" = f32[3,2,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: it pads channels as well
--- out
same
