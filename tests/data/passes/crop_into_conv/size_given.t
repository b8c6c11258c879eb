# Not fused: half of what is more than the given size is cut off in front, which hangs on the size of x.
test pass crop_into_conv
--- in
"x" = input : f32[2,5,5]
"u" = conv_transpose("x", @"w") {stride=[2,2], output_size=[10,10]} name="deconv1"
"y" = slice("u") {starts=[1], ends=[9], axes=[1]} name="crop1"
output("y")
@"w" = f32[3,2,4,4] seed 1
--- remarks
missed: crop_into_conv: deconv1 + crop1: the crop stays: the size of its result is given, and the pads follow
--- out
same
