# Not fused: a channel is added.
test pass pad_into_conv
--- in
"x" = input : f32[1,6,6]
"p" = pad("x") {top=1, bottom=2, left=0, right=3, front=1} name="pad1"
"y" = conv("p", @"w") {} name="conv1"
output("y")
@"w" = f32[2,2,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: it pads channels as well
--- out
same
