# Squeeze and excite: the factor goes into the weights of the convolution behind it, unless the map is small beside them.
test plan
--- in
"x" = input : f32[24,20,20]
"d" = conv("x", @"wd") {group=24, pad_begin=[1,1], pad_end=[1,1], act=relu} name="depthwise"
"g" = global_average_pool("d") name="squeeze"
"h" = conv("g", @"w1") {act=relu} name="reduce"
"s" = conv("h", @"w2") {act=sigmoid} name="expand"
"m" = mul("d", "s") name="excite"
"p" = conv("m", @"w3") {stride=[2,2]} name="project"
"g2" = global_average_pool("p") name="squeeze2"
"s2" = conv("g2", @"w4") {act=sigmoid} name="expand2"
"m2" = mul("p", "s2") name="excite2"
"y" = conv("m2", @"w5") {stride=[4,4]} name="project2"
output("y")
@"wd" = f32[24,1,3,3] seed 1
@"w1" = f32[8,24,1,1] seed 2
@"w2" = f32[24,8,1,1] seed 3
@"w3" = f32[40,24,1,1] seed 4
@"w4" = f32[40,40,1,1] seed 5
@"w5" = f32[40,40,1,1] seed 6
--- off
0   move : p 24x20x20 @in0 -> b 24x20x20 @0
1 | depthwise  depthwise: b 24x20x20 @0, _ -> b 24x20x20 @39488; y = a
2 | map  depthwise: -> b 24x20x20 @39488; y = max(s0, 0); s0: b 24x20x20 @39488
3 | pool  squeeze: b 24x20x20 @39488 -> b 24x1x1 @0
4 | linear  reduce: b 24x1x1 @0, _ -> b 8x1x1 @128; y = a
5 | map  reduce: -> b 8x1x1 @128; y = max(s0, 0); s0: b 8x1x1 @128
6 | linear  expand: b 8x1x1 @128, _ -> b 24x1x1 @0; y = a
7 | map  expand: -> b 24x1x1 @0; y = 1 / (1 + exp(neg(s0))); s0: b 24x1x1 @0
8 | map  excite: -> b 24x20x20 @39488; y = s0 * c1; s0: b 24x20x20 @39488; c1: b 24x1x1 @0
9 | pointwise  project: b 24x20x20 @39488, _ -> b 40x10x10 @0
10 | pool  squeeze2: b 40x10x10 @0 -> b 40x1x1 @17088
11 | linear  expand2: b 40x1x1 @17088, _ -> b 40x1x1 @17280; y = a
12 | map  expand2: -> b 40x1x1 @17280; y = 1 / (1 + exp(neg(s0))); s0: b 40x1x1 @17280
13 | map  excite2: -> b 40x10x10 @0; y = s0 * c1; s0: b 40x10x10 @0; c1: b 40x1x1 @17280
14 | pointwise  project2: b 40x10x10 @0, _ -> b 40x3x3 @17088
15 | move : b 40x3x3 @17088 -> p 40x3x3 @out0
workspace: 78976 bytes, 94976 without sharing
--- full
0   move : p 24x20x20 @in0 -> b 24x20x20 @0
1 | depthwise  depthwise, squeeze: b 24x20x20 @0, _ -> b 24x20x20 @39488, b 24x1x1 @80896; y = max(a, 0)
2 | linear  reduce: b 24x1x1 @80896, _ -> b 8x1x1 @78976; y = max(a, 0)
3 | linear  expand: b 8x1x1 @78976, _ -> b 24x1x1 @17088; y = 1 / (1 + exp(neg(a)))
4 | pointwise  excite, project: b 24x20x20 @39488, _, p 24x1x1 @17088 -> b 40x10x10 @0
5 | pool  squeeze2: b 40x10x10 @0 -> b 40x1x1 @17088
6 | linear  expand2: b 40x1x1 @17088, _ -> b 40x1x1 @17280; y = 1 / (1 + exp(neg(a)))
7 | map  excite2: -> b 40x10x10 @0; y = s0 * c1; s0: b 40x10x10 @0; c1: b 40x1x1 @17280
8 | pointwise  project2: b 40x10x10 @0, _ -> b 40x3x3 @17088
9 | move : b 40x3x3 @17088 -> p 40x3x3 @out0
workspace: 81024 bytes, 96896 without sharing
