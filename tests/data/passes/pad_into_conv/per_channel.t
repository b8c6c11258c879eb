# ncnn.padding that stays is no pad: the border differs between channels.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = ncnn.padding("x", @"v") {left=1} name="pad1"
"y" = conv("p", @"w") name="conv1"
output("y")
@"v" = f32[2] [1,2]
@"w" = f32[2,2,3,3] seed 1
--- remarks
--- out
same
