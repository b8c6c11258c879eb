# Not fused: there is less padding than is cut off.
test pass crop_into_conv
--- in
"x" = input : f32[2,9,9]
"c" = conv("x", @"w") {stride=[2,1], pad_begin=[1,1], pad_end=[1,1]} name="conv1"
"y" = slice("c") {starts=[1], ends=[5], axes=[1]} name="crop1"
output("y")
@"w" = f32[3,2,3,3] seed 1
--- remarks
missed: crop_into_conv: conv1 + crop1: the crop stays: it cuts off more than windows in the padding
--- out
same
