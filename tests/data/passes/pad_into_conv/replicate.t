# Not fused: the border is made of elements.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = pad("x") {top=1, bottom=2, left=0, right=3, type=replicate} name="pad1"
"y" = conv("p", @"w") {} name="conv1"
output("y")
@"w" = f32[2,2,3,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: the border is made of elements, not of one number
--- out
same
