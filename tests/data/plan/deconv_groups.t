# Groups of a deconvolution that are no whole blocks: several at a time, or lanes that are channels, never row by row.
test plan
--- in
"x" = input : f32[64,5,7]
"a" = conv_transpose("x", @"w") {stride=[2,2], group=16} name="merged"
"b" = conv_transpose("x", @"v") {stride=[2,2], group=64} name="multiplied"
output("a", "b")
@"w" = f32[64,4,2,2] seed 1
@"v" = f32[128,1,2,2] seed 1
--- full
0   move : p 64x5x7 @in0 -> b 64x5x7 @128704
1 | deconv  merged: b 64x5x7 @128704, _ -> b 64x10x14 @72768
2   deconv  multiplied: b 64x5x7 @128704, _ -> b 128x10x14 @0
3   move : b 64x10x14 @72768 -> p 64x10x14 @out0
4 | move : b 128x10x14 @0 -> p 128x10x14 @out1
workspace: 138752 bytes, 134400 without sharing
