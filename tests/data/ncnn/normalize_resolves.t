# Which Normalize is an lp_normalization: over channels, space, both, of a vector, of one channel alone; of nothing it is none.
test infer
--- in
"x" = input : f32[2,3,4]
"v" = input : f32[5]
"u" = input : f32[?]
"h" = input : f32[c,3,4]
"a" = ncnn.normalize("x", @"two") {eps=0.001, eps_mode=tensorflow}
"b" = ncnn.normalize("x", @"two") {across_spatial=true, across_channel=false, eps=0.001}
"c" = ncnn.normalize("x", @"one") {across_spatial=true, channel_shared=true, eps_mode=pytorch}
"d" = ncnn.normalize("v", @"one") {across_spatial=true}
"e" = ncnn.normalize("v", @"one")
"f" = ncnn.normalize("u", @"s") {across_channel=false}
"g" = ncnn.normalize("x", @"two") {eps=0}
"i" = ncnn.normalize("u", @"s")
"j" = ncnn.normalize("h", @"s")
"k" = ncnn.normalize("h", @"one") {channel_shared=true}
output("a", "b", "c", "d", "e", "f", "g", "i", "j", "k")
@"s" = f32[3] [2,3,4]
@"two" = f32[2] [2,3]
@"one" = f32[1] [2]
--- out
"x" = input : f32[2,3,4]
"v" = input : f32[5]
"u" = input : f32[?]
"h" = input : f32[c,3,4]
"a" = lp_normalization("x", @%0) {epsilon=0.001, epsilon_rule=least_sum} : f32[2,3,4]
"b" = lp_normalization("x", @%1) {axis=1, n_axes=2, epsilon=0.001} : f32[2,3,4]
"c" = lp_normalization("x", @"one") {n_axes=3, epsilon=0.0001, epsilon_rule=least_norm} : f32[2,3,4]
"d" = lp_normalization("v", @"one") {epsilon=0.0001} : f32[5]
"e" = lp_normalization("v", @"one") {n_axes=0, epsilon=0.0001} : f32[5]
"f" = ncnn.normalize("u", @"s") {across_channel=false} : f32[?]
"g" = lp_normalization("x", @%2) {epsilon_rule=unguarded} : f32[2,3,4]
"i" = ncnn.normalize("u", @"s") : f32[?]
"j" = ncnn.normalize("h", @"s") : f32[c,3,4]
"k" = lp_normalization("h", @"one") {epsilon=0.0001} : f32[c,3,4]
output("a", "b", "c", "d", "e", "f", "g", "i", "j", "k")
@%0 = f32[2,1,1] ...
@%1 = f32[2,1,1] ...
@"one" = f32[1] ...
@"s" = f32[3] ...
@%2 = f32[2,1,1] ...
