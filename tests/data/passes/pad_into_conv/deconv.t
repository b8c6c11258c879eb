# Not fused: the pads of a deconvolution crop.
test pass pad_into_conv
--- in
"x" = input : f32[2,6,6]
"p" = pad("x") {pads=[0,0,1,0,0,0]} name="pad1"
"y" = conv_transpose("p", @"w") name="deconv1"
output("y")
@"w" = f32[2,2,3,3] seed 1
--- remarks
--- out
same
