# Heads are told apart before queries, keys and values are, which lie side by side in each head: rows of the weight interleave.
test pass recognise_attention
--- in
"x" = input : f32[n,2]
"qkv" = linear("x", @"w", @"b") name="qkv"
"r" = reshape("qkv") {shape=[-1,2,3,1]} name="r"
"p" = transpose("r") {perm=[2,1,0,3]} name="p"
"q", "k", "v" = ncnn.split("p") {axis=0, slices=[-233,-233,-233]} name="take_apart"
"q1" = squeeze("q") {axes=[0]} name="q1"
"k1" = squeeze("k") {axes=[0]} name="k1"
"v1" = squeeze("v") {axes=[0]} name="v1"
"s" = matmul("q1", "k1") {transB=1} name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v1") name="values"
"z" = transpose("y") {perm=[1,0,2]} name="z"
"u" = reshape("z") {shape=[-1,2]} name="side_by_side"
%950 = ncnn.as_rows("u") {ic=2}
"o" = linear(%950, @"wo", @"bo") name="out"
output("o")
@"w" = f16(f32)[6,2] [1,2, 3,4, 5,6, 7,8, 9,10, 11,12]
@"b" = f32[6] [1,2,3,4,5,6]
@"wo" = f32[2,2] [1,2,3,4]
@"bo" = f32[2] [1,2]
--- remarks
fired: recognise_attention: qkv + r + p + take_apart + q1 + k1 + v1 + scores + weights + values + z + side_by_side + out -> out (multi_head_attention)
--- out
"x" = input : f32[n,2]
"o" = multi_head_attention("x", "x", "x", @%0, @%1, @%2, @%3, @%4, @%5, @"wo", @"bo") {embed_dim=2, num_heads=2, self=true} name="out" : f32[n,2]
output("o")
@%0 = f16(f32)[2,2] [1,2,7,8]
@%1 = f32[2] [1,4]
@%2 = f16(f32)[2,2] [3,4,9,10]
@%3 = f32[2] [2,5]
@%4 = f16(f32)[2,2] [5,6,11,12]
@%5 = f32[2] [3,6]
@"wo" = f32[2,2] [1,2,3,4]
@"bo" = f32[2] [1,2]
