# Rows, heads and products of matrices.
test batch add 4
--- in
"x" = input : f32[6,8]
"l" = layer_normalization("x", @"g", @"h") {axis=1} name="norm"
"q" = linear("l", @"wq") name="q"
"k" = linear("l", @"wk") name="k"
"v" = linear("l", @"wv") name="v"
"qh" = reshape("q") {shape=[6,2,4]} name="qh"
"kh" = reshape("k") {shape=[6,2,4]} name="kh"
"vh" = reshape("v") {shape=[6,2,4]} name="vh"
"qt" = transpose("qh") {perm=[1,0,2]} name="qt"
"kt" = transpose("kh") {perm=[1,0,2]} name="kt"
"vt" = transpose("vh") {perm=[1,0,2]} name="vt"
"s" = matmul("qt", "kt") {transB=1} name="scores"
"p" = softmax("s") {axis=2} name="prob"
"o" = matmul("p", "vt") name="mixed"
"d" = attention("qt", "kt", "vt") name="fused"
"y" = add("o", "d") name="sum"
output("y")
@"g" = f32[8] seed 1
@"h" = f32[8] seed 2
@"wq" = f32[8,8] seed 3
@"wk" = f32[8,8] seed 4
@"wv" = f32[8,8] seed 5
--- out
"x" = input : f32[4,6,8]
"l" = layer_normalization("x", @"g", @"h") {axis=2} name="norm" : f32[4,6,8]
"q" = linear("l", @"wq") name="q" : f32[4,6,8]
"k" = linear("l", @"wk") name="k" : f32[4,6,8]
"v" = linear("l", @"wv") name="v" : f32[4,6,8]
"qh" = reshape("q") {shape=[4,6,2,4]} name="qh" : f32[4,6,2,4]
"kh" = reshape("k") {shape=[4,6,2,4]} name="kh" : f32[4,6,2,4]
"vh" = reshape("v") {shape=[4,6,2,4]} name="vh" : f32[4,6,2,4]
"qt" = transpose("qh") {perm=[0,2,1,3]} name="qt" : f32[4,2,6,4]
"kt" = transpose("kh") {perm=[0,2,1,3]} name="kt" : f32[4,2,6,4]
"vt" = transpose("vh") {perm=[0,2,1,3]} name="vt" : f32[4,2,6,4]
"s" = matmul("qt", "kt") {transB=true} name="scores" : f32[4,2,6,6]
"p" = softmax("s") {axis=3} name="prob" : f32[4,2,6,6]
"o" = matmul("p", "vt") name="mixed" : f32[4,2,6,4]
"d" = attention("qt", "kt", "vt") name="fused" : f32[4,2,6,4]
"y" = add("o", "d") name="sum" : f32[4,2,6,4]
output("y")
@"g" = f32[8] ...
@"h" = f32[8] ...
@"wq" = f32[8,8] ...
@"wk" = f32[8,8] ...
@"wv" = f32[8,8] ...
