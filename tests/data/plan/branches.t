# Two branches of small steps that do not read one another: each thread does one of them, in memory that the other's does not share.
test plan
--- in
"x" = input : f32[16,12,12]
"a" = conv("x", @"u") {pad_begin=[1,1], pad_end=[1,1], act=relu} name="left1"
"b" = conv("a", @"v") {pad_begin=[1,1], pad_end=[1,1], act=relu} name="left2"
"c" = conv("b", @"u") {pad_begin=[1,1], pad_end=[1,1]} name="left3"
"d" = conv("x", @"v") {pad_begin=[1,1], pad_end=[1,1], act=relu} name="right1"
"e" = conv("d", @"u") {pad_begin=[1,1], pad_end=[1,1], act=relu} name="right2"
"f" = conv("e", @"v") {pad_begin=[1,1], pad_end=[1,1]} name="right3"
output("c", "f")
@"u" = f32[16,16,3,3] seed 1
@"v" = f32[16,16,3,3] seed 2
--- threads
2
--- full
0   move : p 16x12x12 @in0 -> b 16x12x12 @48256; thread 0
1   winograd  left1: b 16x12x12 @48256, _ -> b 16x12x12 @58560; y = max(a, 0); thread 0
2   winograd  left2: b 16x12x12 @58560, _ -> b 16x12x12 @68864; y = max(a, 0); thread 0
3   winograd  left3: b 16x12x12 @68864, _ -> b 16x12x12 @58560; thread 0
4 | winograd  right1: b 16x12x12 @48256, _ -> b 16x12x12 @79168; y = max(a, 0); thread 1
5   winograd  right2: b 16x12x12 @79168, _ -> b 16x12x12 @89472; y = max(a, 0); thread 1
6   winograd  right3: b 16x12x12 @89472, _ -> b 16x12x12 @79168; thread 1
7   move : b 16x12x12 @58560 -> p 16x12x12 @out0; thread 0
8   move : b 16x12x12 @79168 -> p 16x12x12 @out1; thread 1
workspace: 99776 bytes, 202752 without sharing
