# A scale that went into a projection is missing from the pattern.
test order recognise_attention fold_affine 
--- in
"x" = input : f32[n,6]
"q" = linear("x", @"wq", @"b") name="q"
"k" = linear("x", @"wk", @"b") name="k"
"v" = linear("x", @"wv", @"b") name="v"
"qs" = mul("q", @"c") name="factor"
"q1" = reshape("qs") {dims=[-1,2,3]} name="q1"
"k1" = reshape("k") {dims=[-1,2,3]} name="k1"
"v1" = reshape("v") {dims=[-1,2,3]} name="v1"
"q2" = permute("q1") {perm=[1,0,2]} name="q2"
"k2" = permute("k1") {perm=[1,2,0]} name="k2"
"v2" = permute("v1") {perm=[1,2,0]} name="v2"
"s" = matmul("q2", "k2") name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v2") {transB=1} name="values"
"z" = permute("y") {perm=[1,0,2]} name="z"
"u" = reshape("z") {dims=[-1,6]} name="side_by_side"
"o" = linear("u", @"wo", @"b") name="out"
output("o")
@"c" = f32[] [0.5]
@"wq" = f32[6,6] seed 1
@"wk" = f32[6,6] seed 2
@"wv" = f32[6,6] seed 3
@"wo" = f32[6,6] seed 4
@"b" = f32[6] seed 5
--- cost
as declared: 2 layers, 58368 MACs, 40960 other operations, 600 bytes
exchanged:   2 layers, 58368 MACs, 40960 other operations, 624 bytes
