# Not fused: a matrix is an image of one channel to the conv, while the pad sees rows.
test pass pad_into_conv
--- in
"x" = input : f32[6,6]
"p" = pad("x") {pads=[1,1,0,0]} name="pad1"
"q" = ncnn.as_image("p")
"y" = conv("q", @"w") {} name="conv1"
output("y")
@"w" = f32[2,1,3,3] seed 1
--- remarks
--- out
same
