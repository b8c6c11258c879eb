# Scores and their mask that are one gemm are not in the pattern.
test order recognise_attention add_into_gemm
--- in
"q" = input : f32[5,4]
"k" = input : f32[6,4]
"v" = input : f32[6,4]
"mask" = input : f32[5,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"m" = add("s", "mask") name="mask1"
"a" = softmax("m") {axis=1} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- cost
as declared: 6 layers, 240 MACs, 150 other operations, 0 bytes
exchanged:   7 layers, 240 MACs, 150 other operations, 0 bytes
