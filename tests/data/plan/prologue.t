# Prologues: by constants, whose padding stays as it is, and by numbers of the channels that are computed before, which the step reads behind the weights and the bias.
test plan
--- in
"x" = input : f32[24,14,14]
"n" = batch_normalization("x", @"s", @"t") name="norm"
"r" = relu("n") name="relu"
"a" = conv("r", @"w", @"b") {pad_begin=[1,1], pad_end=[1,1]} name="tiles"
"q" = add("a", "x") name="add"
"p" = global_average_pool("q") {nd=2, keepdims=true} name="mean"
"g" = sigmoid("p") name="gate"
"m" = mul("q", "g") name="scale"
"c" = conv("m", @"w", @"b") {stride=[2,2], pad_begin=[1,1], pad_end=[1,1]} name="rows"
"l" = relu("q") name="relu2"
"d" = conv("l", @"v") {group=4} name="groups"
output("c", "d")
@"w" = f32[24,24,3,3] seed 1
@"v" = f32[24,6,3,3] seed 6
@"b" = f32[24] seed 2
@"s" = f32[24] seed 4
@"t" = f32[24] seed 5
--- full
0   move : p 24x14x14 @in0 -> b 24x14x14 @58688
1 | winograd  norm, relu, tiles, add: b 24x14x14 @58688, _, _ -> b 24x14x14 @78592; of max((a * c0) + c1, 0); y = (a + c0) + s1; s1: b 24x14x14 @58688
2 | pool  mean, gate: b 24x14x14 @78592 -> b 24x1x1 @55232; y = 1 / (1 + exp(neg(a)))
3 | direct  scale, rows: b 24x14x14 @78592, _, _, b 24x1x1 @55232 -> b 24x7x7 @49408; of a * c0; y = a + c0
4   winograd  relu2, groups: b 24x14x14 @78592, _ -> b 24x12x12 @34496; of max(a, 0)
5   move : b 24x7x7 @49408 -> p 24x7x7 @out0
6 | move : b 24x12x12 @34496 -> p 24x12x12 @out1
workspace: 98496 bytes, 147328 without sharing
