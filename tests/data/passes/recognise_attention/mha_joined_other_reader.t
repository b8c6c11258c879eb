# Only the pieces in the middle become one: a fourth part is for others, and would need the linear map again.
test pass recognise_attention
--- in
"x" = input : f32[n,2]
%950 = ncnn.as_rows("x") {ic=2}
"qkv" = linear(%950, @"w", _) name="qkv"
"q", "k", "v", "g" = split("qkv") {axis=1, sizes=[2,2,2,2]} name="take_apart"
"q1" = reshape("q") {shape=[1,-1,2]} name="q1"
"k1" = reshape("k") {shape=[1,-1,2]} name="k1"
"v1" = reshape("v") {shape=[1,-1,2]} name="v1"
"s" = matmul("q1", "k1") {transB=1} name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v1") name="values"
"u" = reshape("y") {shape=[-1,2]} name="side_by_side"
%951 = ncnn.as_rows("u") {ic=2}
"o" = linear(%951, @"wo", @"bo") name="out"
output("o", "g")
@"w" = f32[8,2] [1,2, 3,4, 5,6, 7,8, 9,10, 11,12, 13,14, 15,16]
@"wo" = f32[2,2] [1,2,3,4]
@"bo" = f32[2] [1,2]
--- remarks
fired: recognise_attention: scores + weights + values -> values (attention)
--- out
"x" = input : f32[n,2]
"qkv" = linear("x", @"w", _) name="qkv" : f32[n,8]
"q", "k", "v", "g" = split("qkv") {axis=1, sizes=[2,2,2,2]} name="take_apart" : f32[n,2], f32[n,2], f32[n,2], f32[n,2]
"q1" = reshape("q") {shape=[1,-1,2]} name="q1" : f32[1,n,2]
"k1" = reshape("k") {shape=[1,-1,2]} name="k1" : f32[1,n,2]
"v1" = reshape("v") {shape=[1,-1,2]} name="v1" : f32[1,n,2]
"y" = attention("q1", "k1", "v1") {scale=1} name="values" : f32[1,n,2]
"u" = reshape("y") {shape=[-1,2]} name="side_by_side" : f32[n,2]
"o" = linear("u", @"wo", @"bo") name="out" : f32[n,2]
output("o", "g")
@"w" = f32[8,2] [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]
@"wo" = f32[2,2] [1,2,3,4]
@"bo" = f32[2] [1,2]
