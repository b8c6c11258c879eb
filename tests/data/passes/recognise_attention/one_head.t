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
%0 = sdpa("q", "k", "v") {scale=0.5} name="scores" : f32[1,5,3]
"y" = reshape(%0) {dims=[5,3]} name="values" : f32[5,3]
output("y")
