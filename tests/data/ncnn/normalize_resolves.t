# Which Normalize is an lp_normalization: over channels, space, both, of a vector, of one channel alone; of nothing it is none.
test infer
--- in
"x" = input : f32[2,3,4]
"v" = input : f32[5]
"u" = input : f32[?]
"h" = input : f32[c,3,4]
"a" = ncnn.normalize("x", @"s") {eps=0.001, eps_mode=tensorflow}
"b" = ncnn.normalize("x", @"s") {across_spatial=true, across_channel=false, eps=0.001}
"c" = ncnn.normalize("x", @"s") {across_spatial=true, channel_shared=true, eps_mode=pytorch}
"d" = ncnn.normalize("v", @"s") {across_spatial=true}
"e" = ncnn.normalize("v", @"s")
"f" = ncnn.normalize("u", @"s") {across_channel=false}
"g" = ncnn.normalize("x", @"s") {eps=0}
"i" = ncnn.normalize("u", @"s")
"j" = ncnn.normalize("h", @"s")
"k" = ncnn.normalize("h", @"s") {channel_shared=true}
output("a", "b", "c", "d", "e", "f", "g", "i", "j", "k")
@"s" = f32[3] [2,3,4]
--- out
"x" = input : f32[2,3,4]
"v" = input : f32[5]
"u" = input : f32[?]
"h" = input : f32[c,3,4]
"a" = lp_normalization("x", @%0) {epsilon=0.001, epsilon_rule=least_sum} : f32[2,3,4]
"b" = lp_normalization("x", @%1) {axis=1, n_axes=2, epsilon=0.001} : f32[2,3,4]
"c" = lp_normalization("x", @%2) {n_axes=3, epsilon=0.0001, epsilon_rule=least_norm} : f32[2,3,4]
"d" = lp_normalization("v", @%3) {epsilon=0.0001} : f32[5]
"e" = lp_normalization("v", @%4) {n_axes=0, epsilon=0.0001} : f32[5]
"f" = identity("u") : f32[?]
"g" = lp_normalization("x", @%5) {epsilon_rule=unguarded} : f32[2,3,4]
"i" = ncnn.normalize("u", @%6) : f32[?]
"j" = ncnn.normalize("h", @%6) : f32[c,3,4]
"k" = lp_normalization("h", @%7) {epsilon=0.0001} : f32[c,3,4]
output("a", "b", "c", "d", "e", "f", "g", "i", "j", "k")
@%0 = f32[2,1,1] ...
@%1 = f32[2,1,1] ...
@%2 = f32[1] ...
@%3 = f32[1] ...
@%4 = f32[1] ...
@%5 = f32[2,1,1] ...
@%6 = f32[3] ...
@%7 = f32[1] ...
