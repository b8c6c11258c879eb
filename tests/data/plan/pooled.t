# A pooling by cells behind a convolution that Winograd computes is done to its tiles, and only what is pooled is stored; windows that overlap, and values that others read, stay two steps.
test plan
--- in
"x" = input : f32[16,61,60]
"a" = conv("x", @"w") {pad_begin=[1,1], pad_end=[1,1], act=relu} name="conv1"
"b" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool1"
"s" = hard_swish("b") name="act1"
"c" = conv("s", @"v") {pad_begin=[1,1], pad_end=[1,1]} name="conv2"
"d" = max_pool("c") {kernel=[3,3], stride=[2,2]} name="pool2"
"e" = conv("d", @"v") {pad_begin=[1,1], pad_end=[1,1]} name="conv3"
"f" = average_pool("e") {kernel=[2,2], stride=[2,2]} name="pool3"
"g" = global_max_pool("e") name="pool4"
output("f", "g")
@"w" = f32[16,16,3,3] seed 3
@"v" = f32[16,16,3,3] seed 4
--- full
0   move : p 16x61x60 @in0 -> b 16x61x60 @0
1 | winograd  conv1, pool1, act1: b 16x61x60 @0, _ -> b 16x30x30 @235328; y = max(a, 0); pooled, then a * min(max((a * 0.166667) + 0.5, 0), 1)
2 | winograd  conv2: b 16x30x30 @235328, _ -> b 16x30x30 @150848
3 | pool  pool2: b 16x30x30 @150848 -> b 16x14x14 @40256
4 | winograd  conv3: b 16x14x14 @40256, _ -> b 16x14x14 @53888
5 | pool  pool3: b 16x14x14 @53888 -> b 16x7x7 @0
6   pool  pool4: b 16x14x14 @53888 -> b 16x1x1 @out1
7 | move : b 16x7x7 @0 -> p 16x7x7 @out0
workspace: 294016 bytes, 566592 without sharing
