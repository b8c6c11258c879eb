# Not fused: infinity.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = pad("x") {pads=[0,1,0,0,2,3], value=inf} name="pad1"
"y" = conv("p", @"w") {} name="conv1"
output("y")
@"w" = f32[2,2,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: the border is not finite
--- out
same
