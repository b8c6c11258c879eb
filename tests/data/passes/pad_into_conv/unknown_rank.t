# Not fused: of an unknown rank the axes are not known.
test pass pad_into_conv
--- in
"x" = input : f32[?]
"p" = pad("x") {left=1} name="pad1"
"y" = conv("p", @"w") {nd=1} name="conv1"
output("y")
@"w" = f32[2,2,3] seed 1
--- remarks
missed: pad_into_conv: pad1 + conv1: the pad stays: the rank of its input is not known
--- out
same
