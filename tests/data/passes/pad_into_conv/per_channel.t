# Not fused: another number for each channel.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = pad("x", @"v") {left=1} name="pad1"
"y" = conv("p", @"w") name="conv1"
output("y")
@"v" = f32[2] [1,2]
@"w" = f32[2,2,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: the border differs between channels
--- out
same
