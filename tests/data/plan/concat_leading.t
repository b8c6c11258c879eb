# Concats that begin alike, as dense blocks are exported: one grows in place; not one whose parts stand in another order.
test plan
--- in
"x" = input : f32[3,20,20]
"a" = conv("x", @"w0") {pad_begin=[1,1], pad_end=[1,1]} name="first"
"b" = conv("a", @"w1") {pad_begin=[1,1], pad_end=[1,1]} name="layer1"
"k1" = concat("a", "b") name="two"
"c" = conv("k1", @"w2") {pad_begin=[1,1], pad_end=[1,1]} name="layer2"
"k2" = concat("a", "b", "c") name="three"
"d" = conv("k2", @"w3") {pad_begin=[1,1], pad_end=[1,1]} name="layer3"
"k3" = concat("a", "b", "c", "d") name="four"
"k4" = concat("a", "c", "b", "d") name="other order"
"y" = max_pool("k3") {kernel=[2,2], stride=[2,2]} name="pool"
"z" = max_pool("k4") {kernel=[3,3], stride=[2,2]} name="pool2"
output("y", "z")
@"w0" = f32[16,3,3,3] seed 1
@"w1" = f32[16,16,3,3] seed 2
@"w2" = f32[16,32,3,3] seed 3
@"w3" = f32[16,48,3,3] seed 4
--- full
0   stem  first: p 3x20x20 @in0, _ -> b 16x20x20 @176192
1 | winograd  layer1: b 16x20x20 @176192, _ -> b 16x20x20 @201792
2 | winograd  layer2: b 32x20x20 @176192, _ -> b 16x20x20 @227392
3 | winograd  layer3: b 48x20x20 @176192, _ -> b 16x20x20 @252992
4 | move : b 16x20x20 @176192 -> b 16x20x20 @0
5   move : b 16x20x20 @227392 -> b 16x20x20 @25600
6   move : b 16x20x20 @201792 -> b 16x20x20 @51200
7   move : b 16x20x20 @252992 -> b 16x20x20 @76800
8   pool  pool: b 64x20x20 @176192 -> b 64x10x10 @103488
9 | pool  pool2: b 64x20x20 @0 -> b 64x9x9 @130176
10   move : b 64x10x10 @103488 -> p 64x10x10 @out0
11 | move : b 64x9x9 @130176 -> p 64x9x9 @out1
workspace: 279680 bytes, 603648 without sharing
