# Not fused: what is cropped is read whole, too.
test pass crop_into_conv
--- in
"x" = input : f32[2,5,5]
"u" = conv_transpose("x", @"w") {stride=[2,2]} name="deconv1"
"y" = slice("u") {starts=[1,1], ends=[9,9], axes=[1,2]} name="crop1"
"z" = relu("u") name="relu1"
output("y", "z")
@"w" = f32[3,2,4,4] seed 1
--- remarks
missed: crop_into_conv: deconv1 + crop1: the crop stays: others read what it crops, too
--- out
same
