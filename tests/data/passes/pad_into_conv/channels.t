# Not fused: a channel is added.
test pass pad_into_conv
--- in
"x" = input : f32[1,6,6]
"p" = pad("x") {pads=[1,1,0,0,2,3]} name="pad1"
"y" = conv("p", @"w") {} name="conv1"
output("y")
@"w" = f32[2,2,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: it pads channels as well
--- out
same
