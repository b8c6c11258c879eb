# Not fused: a matrix is an image of one channel to the conv, while the pad sees rows.
test pass pad_into_conv
--- in
"x" = input : f32[6,6]
"p" = pad("x") {left=1, top=1} name="pad1"
"y" = conv("p", @"w") {} name="conv1"
output("y")
@"w" = f32[2,1,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: the window works on other axes
--- out
same
