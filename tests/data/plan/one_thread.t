# Steps that are too small for two threads to meet before each are one thread's: those in front, whose results are the first that the others need, and a branch at the end. What is large in between is shared.
test plan
--- in
"x" = input : f32[32]
"i" = input : f32[16,56,56]
"a" = linear("x", @"u") {act=relu} name="small1"
"b" = linear("a", @"v") {act=sigmoid} name="small2"
"g" = reshape("b") {shape=[16,1,1]} name="gate"
"c" = conv("i", @"w") {pad_begin=[1,1], pad_end=[1,1]} name="large1"
"m" = mul("c", "g") name="gated"
"d" = conv("m", @"w") {pad_begin=[1,1], pad_end=[1,1], act=relu} name="large2"
"p" = global_average_pool("d") name="pool"
"r" = reshape("p") {shape=[16]} name="flat"
"e" = linear("r", @"y") {act=relu} name="small3"
"f" = linear("e", @"z") name="small4"
output("f")
@"u" = f32[16,32] seed 1
@"v" = f32[16,16] seed 2
@"w" = f32[16,16,3,3] seed 3
@"y" = f32[10,16] seed 4
@"z" = f32[4,10] seed 5
--- threads
2
--- full
0   linear  small1: p 32 @in0, _ -> p 16 @0; y = max(a, 0); thread 0
1   linear  small2: p 16 @0, _ -> p 16 @403840; y = 1 / (1 + exp(neg(a))); thread 0
2 | move : p 16x56x56 @in1 -> b 16x56x56 @0
3 | winograd  large1, gated: b 16x56x56 @0, _ -> b 16x56x56 @201920; y = a * c0; c0: b 16x1x1 @403840
4 | winograd  large2: b 16x56x56 @201920, _ -> b 16x56x56 @0; y = max(a, 0)
5 | pool  pool: b 16x56x56 @0 -> b 16x1x1 @201920
6 | linear  small3: p 16 @201920, _ -> p 10 @0; y = max(a, 0); thread 0
7   linear  small4: p 10 @0, _ -> p 4 @out0; thread 0
workspace: 403904 bytes, 602752 without sharing
