# Not fused: every other element is taken.
test pass crop_into_conv
--- in
"x" = input : f32[2,5,5]
"u" = conv_transpose("x", @"w") {stride=[2,2]} name="deconv1"
"y" = slice("u") {starts=[1], ends=[9], axes=[1], steps=[2]} name="crop1"
output("y")
@"w" = f32[3,2,4,4] seed 1
--- remarks
missed: crop_into_conv: deconv1 + crop1: the crop stays: it is not known where it begins and ends
--- out
same
