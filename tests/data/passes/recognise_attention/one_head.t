# Matrices, by gemm: one head. A reshape takes its axis away again.
test pass recognise_attention
--- in
"q" = input : f32[5,4]
"k" = input : f32[6,4]
"v" = input : f32[6,3]
"s" = gemm("q", "k") {alpha=0.5, transB=1} name="scores"
"a" = softmax("s") {axis=1} name="weights"
"y" = gemm("a", "v") name="values"
output("y")
--- remarks
fired: recognise_attention: scores + weights + values -> values (reshape)
--- out
"q" = input : f32[5,4]
"k" = input : f32[6,4]
"v" = input : f32[6,3]
%0 = unsqueeze("q") {axes=[0]} name="values" : f32[1,5,4]
%1 = unsqueeze("k") {axes=[0]} name="values" : f32[1,6,4]
%2 = unsqueeze("v") {axes=[0]} name="values" : f32[1,6,3]
%3 = attention(%0, %1, %2) {scale=0.5} name="scores" : f32[1,5,3]
"y" = reshape(%3) {shape=[5,3]} name="values" : f32[5,3]
output("y")
