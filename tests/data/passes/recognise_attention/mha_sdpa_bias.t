# Not formed from an attention with a bias beside its mask, which multi_head_attention has not.
test pass recognise_attention
--- in
"x" = input : f32[n,6]
"bias" = input : f32[n,n]
%950 = ncnn.as_rows("x") {ic=6}
"q" = linear(%950, @"wq", @"b") name="q"
%951 = ncnn.as_rows("x") {ic=6}
"k" = linear(%951, @"wk", @"b") name="k"
%952 = ncnn.as_rows("x") {ic=6}
"v" = linear(%952, @"wv", @"b") name="v"
"q1" = reshape("q") {shape=[-1,2,3]} name="q1"
"k1" = reshape("k") {shape=[-1,2,3]} name="k1"
"v1" = reshape("v") {shape=[-1,2,3]} name="v1"
"q2" = transpose("q1") {perm=[1,0,2]} name="q2"
"k2" = transpose("k1") {perm=[1,0,2]} name="k2"
"v2" = transpose("v1") {perm=[1,0,2]} name="v2"
"y" = attention("q2", "k2", "v2", _, _, _, "bias") name="attention"
"z" = transpose("y") {perm=[1,0,2]} name="z"
"u" = reshape("z") {shape=[-1,6]} name="side_by_side"
%953 = ncnn.as_rows("u") {ic=6}
"o" = linear(%953, @"wo", @"b") name="out"
output("o")
@"wq" = f32[6,6] seed 1
@"wk" = f32[6,6] seed 2
@"wv" = f32[6,6] seed 3
@"wo" = f32[6,6] seed 4
@"b" = f32[6] seed 5
--- remarks
missed: recognise_attention: attention + out: not joined with its projections: it has a bias beside its mask
--- out
same
