# Mean and variance, and the sums over a gradient, are taken of what maps and convolutions store, but
# of one operator alone, and not where a map is only read on, or the kernel takes none.
test plan
--- in
"i" = input : f32[16,30,41]
"pa" = lrn("i") {axis=0, alpha=0.1}
"qa" = lrn("pa") {axis=0, alpha=0.2}
"a" = concat("pa", "qa") {axis=0}
"y" = exp("a")
"m", "v" = moments("y")
"c" = conv("y", @"wc", @"bc") {nd=2}
"mc", "vc" = moments("c")
"sc", "qc" = channel_sums("c", "y", "m")
"d" = conv("c", @"wd", @"bd") {nd=2, group=32, pad_begin=[1,1], pad_end=[1,1]}
"sd", "qd" = channel_sums("d", "y", "mc")
"e" = conv("d", @"we", @"be") {nd=2, pad_begin=[1,1], pad_end=[1,1]}
"me", "ve" = moments("e")
"r" = exp("e")
@"wc" = f32[32,32,1,1] seed 1
@"bc" = f32[32] seed 2
@"wd" = f32[32,1,3,3] seed 1
@"bd" = f32[32] seed 2
@"we" = f32[8,32,3,3] seed 1
@"be" = f32[8] seed 2
output("m","v","mc","vc","sc","qc","sd","qd","me","ve","r")
--- full
0   move : p 16x30x41 @in0 -> b 16x30x41 @158528
1 | lrn  lrn: b 16x30x41 @158528 -> b 16x30x41 @0
2 | lrn  lrn: b 16x30x41 @0 -> b 16x30x41 @78720
3 | map  exp, moments: -> b 32x30x41 @0, p 32 @out0, p 32 @out1; y = exp(s0); s0: b 32x30x41 @0
4 | pointwise  conv, moments: b 32x30x41 @0, _, _ -> b 32x30x41 @158528, p 32 @out2, p 32 @out3; y = a + c0
5 | gradients  channel_sums: b 32x30x41 @158528, b 32x30x41 @0, p 32 @out0 -> p 32 @out4, p 32 @out5
6   depthwise  conv, channel_sums: b 32x30x41 @158528, _, _, b 32x30x41 @0, b 32 @out2 -> b 32x30x41 @317056, p 32 @out6, p 32 @out7; y = a + c0
7 | winograd  conv, moments: b 32x30x41 @317056, _, _ -> b 8x30x41 @0, p 8 @out8, p 8 @out9; y = a + c0
8 | map  exp: -> b 8x30x41 @0; y = exp(s0); s0: b 8x30x41 @0
9 | move : b 8x30x41 @0 -> p 8x30x41 @out10
workspace: 477632 bytes, 595264 without sharing
