# What ncnn normalises over: decided by the rank and by sizes; where these are not known it stays.
test infer
--- in
"x" = input : f32[3,4,5]
"n" = input : f32[c1,h1,w1]
"m" = input : f32[h2,w2]
"u" = input : f32[?]
"a" = ncnn.layer_norm("x", @"g5", @"g5") {affine_size=5}
"b" = ncnn.layer_norm("x", @"g20", @"g20") {affine_size=20}
"c" = ncnn.layer_norm("n") {affine_size=20}
"d" = ncnn.layer_norm("m", @"g5", @"g5") {affine_size=5}
"e" = ncnn.rms_norm("u", @"g5") {affine_size=5}
"f" = ncnn.instance_norm("x", @"g3", @"g3")
"g" = ncnn.instance_norm("m", @"g1", @"g1")
"h" = ncnn.instance_norm("u")
"i" = ncnn.group_norm("u", @"g6", @"g6") {group=3}
output("a", "b", "c", "d", "e", "f", "g", "h", "i")
@"g1" = f32[1] seed 1
@"g3" = f32[3] seed 1
@"g5" = f32[5] seed 1
@"g6" = f32[6] seed 1
@"g20" = f32[20] seed 1
--- out
"x" = input : f32[3,4,5]
"n" = input : f32[c1,h1,w1]
"m" = input : f32[h2,5]
"u" = input : f32[?]
"a" = layer_normalization("x", @"g5", @"g5") {axis=2, epsilon=0.001} : f32[3,4,5]
"b" = layer_normalization("x", @%0, @%1) {axis=1, epsilon=0.001} : f32[3,4,5]
"c" = ncnn.layer_norm("n") {affine_size=20} : f32[c1,h1,w1]
"d" = layer_normalization("m", @"g5", @"g5") {axis=1, epsilon=0.001} : f32[h2,5]
"e" = ncnn.rms_norm("u", @"g5") {affine_size=5} : f32[?]
"f" = instance_normalization("x", @"g3", @"g3") {epsilon=0.001} : f32[3,4,5]
"g" = layer_normalization("m", @"g1", @"g1") {epsilon=0.001} : f32[h2,5]
"h" = ncnn.instance_norm("u") : f32[?]
"i" = group_normalization("u", @"g6", @"g6") {num_groups=3, epsilon=0.001} : f32[?]
output("a", "b", "c", "d", "e", "f", "g", "h", "i")
@"g5" = f32[5] ...
@%0 = f32[4,5] ...
@%1 = f32[4,5] ...
@"g3" = f32[3] ...
@"g1" = f32[1] ...
@"g6" = f32[6] ...
