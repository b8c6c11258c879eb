# One linear map gives queries, keys and values: its weight is cut into three.
test pass recognise_attention
--- in
"x" = input : f32[n,2]
%950 = ncnn.as_rows("x") {ic=2}
"qkv" = linear(%950, @"w", @"b") name="qkv"
"q", "k", "v" = split("qkv") {axis=1, sizes=[2,2,2]} name="take_apart"
"q1" = reshape("q") {shape=[-1,2,1]} name="q1"
"k1" = reshape("k") {shape=[-1,2,1]} name="k1"
"v1" = reshape("v") {shape=[-1,2,1]} name="v1"
"q2" = transpose("q1") {perm=[1,0,2]} name="q2"
"k2" = transpose("k1") {perm=[1,2,0]} name="k2"
"v2" = transpose("v1") {perm=[1,0,2]} name="v2"
"s" = matmul("q2", "k2") name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v2") name="values"
"z" = transpose("y") {perm=[1,0,2]} name="z"
"u" = reshape("z") {shape=[-1,2]} name="side_by_side"
%951 = ncnn.as_rows("u") {ic=2}
"o" = linear(%951, @"wo", @"bo") name="out"
output("o")
@"w" = f32[6,2] [1,2, 3,4, 5,6, 7,8, 9,10, 11,12]
@"b" = f32[6] [1,2,3,4,5,6]
@"wo" = f32[2,2] [1,2,3,4]
@"bo" = f32[2] [1,2]
--- remarks
fired: recognise_attention: qkv + take_apart + q1 + q2 + k1 + k2 + v1 + v2 + scores + weights + values + z + side_by_side + out -> out (multi_head_attention)
--- out
"x" = input : f32[n,2]
"o" = multi_head_attention("x", "x", "x", @%0, @%1, @%2, @%3, @%4, @%5, @"wo", @"bo") {embed_dim=2, num_heads=2, self=true} name="out" : f32[n,2]
output("o")
@%0 = f32[2,2] [1,2,3,4]
@%1 = f32[2] [1,2]
@%2 = f32[2,2] [5,6,7,8]
@%3 = f32[2] [3,4]
@%4 = f32[2,2] [9,10,11,12]
@%5 = f32[2] [5,6]
@"wo" = f32[2,2] [1,2,3,4]
@"bo" = f32[2] [1,2]
