# Not fused: channels are left out.
test pass crop_into_conv
--- in
"x" = input : f32[2,5,5]
"u" = conv_transpose("x", @"w") {stride=[2,2]} name="deconv1"
"y" = slice("u") {starts=[1,1], ends=[3,9], axes=[0,1]} name="crop1"
output("y")
@"w" = f32[3,2,4,4] seed 1
--- remarks
--- out
same
