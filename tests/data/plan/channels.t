# Shuffles of channels that 1x1 convolutions read are no steps; what else reads them makes one, from where the channels are.
test plan
--- in
"x" = input : f32[3,18,18]
"a" = conv("x", @"wa") {nd=2} name="left"
"b" = conv("x", @"wb") {nd=2} name="right"
"c" = concat("a", "b") {axis=0} name="concat1"
"s" = channel_shuffle("c") {groups=2, axis=0} name="shuffle1"
"p", "q" = split("s") {axis=0} name="split1"
"u" = conv("q", @"wu") name="unit1"
"d" = concat("p", "u") {axis=0} name="concat2"
"t" = channel_shuffle("d") {groups=2, axis=0} name="shuffle2"
"m" = max_pool("t") {kernel=[3,3], stride=[3,3]} name="pool"
output("m")
@"wa" = f32[24,3,3,3] seed 1
@"wb" = f32[24,3,3,3] seed 2
@"wu" = f32[24,24,1,1] seed 3
--- tvm
0   stem  left: p 3x18x18 @in0, _ -> b 24x16x16 @0
1   stem  right: p 3x18x18 @in0, _ -> b 24x16x16 @25856
2 | move  concat1, shuffle1, split1: b 24x16x16 @0, b 24x16x16 @25856 -> b 24x16x16 @51712, b 24x16x16 @77568
3 | pointwise  unit1: b 24x16x16 @77568, _ -> b 24x16x16 @0
4 | move  concat2, shuffle2: b 24x16x16 @51712, b 24x16x16 @0 -> b 48x16x16 @77568
5 | pool  pool: b 48x16x16 @77568 -> b 48x5x5 @0
6 | move : b 48x5x5 @0 -> p 48x5x5 @out0
workspace: 128192 bytes, 178176 without sharing
--- full
0   stem  left: p 3x18x18 @in0, _ -> b 24x16x16 @50624
1   stem  right: p 3x18x18 @in0, _ -> b 24x16x16 @76480
2 | pointwise  unit1: _, _, b 24x16x16 @50624, b 24x16x16 @76480 -> b 24x16x16 @102336
3 | move  shuffle2: b 24x16x16 @50624, b 24x16x16 @102336, b 24x16x16 @76480 -> b 48x16x16 @0
4 | pool  pool: b 48x16x16 @0 -> b 48x5x5 @50624
5 | move : b 48x5x5 @50624 -> p 48x5x5 @out0
workspace: 128192 bytes, 128640 without sharing
