# Channels are added behind what is computed right in front of them, which others read as it is.
test plan
--- in
"x" = input : f32[3,18,18]
"a" = conv("x", @"wa") {nd=2} name="conv1"
"p" = pad("a") {pads=[0,0,0,12,0,0]} name="pad1"
"m" = max_pool("p") {kernel=[3,3], stride=[3,3]} name="pool1"
"k" = max_pool("a") {kernel=[5,5], stride=[5,5]} name="pool2"
output("m", "k")
@"wa" = f32[24,3,3,3] seed 1
--- tvm
0   stem  conv1: p 3x18x18 @in0, _ -> b 24x16x16 @42368
1 | move  pad1: b 24x16x16 @42368 -> b 36x16x16 @0
2 | pool  pool1: b 36x16x16 @0 -> b 36x5x5 @68224
3 | pool  pool2: b 24x16x16 @42368 -> b 24x3x3 @0
4   move : b 36x5x5 @68224 -> p 36x5x5 @out0
5 | move : b 24x3x3 @0 -> p 24x3x3 @out1
workspace: 72256 bytes, 70976 without sharing
--- full
0   stem  conv1: p 3x18x18 @in0, _ -> b 24x16x16 @0
1 | move  pad1: b 24x16x16 @0 -> b 36x16x16 @0
2 | pool  pool1: b 36x16x16 @0 -> b 36x5x5 @42368
3   pool  pool2: b 24x16x16 @0 -> b 24x3x3 @46400
4 | move : b 36x5x5 @42368 -> p 36x5x5 @out0
5   move : b 24x3x3 @46400 -> p 24x3x3 @out1
workspace: 47296 bytes, 46208 without sharing
