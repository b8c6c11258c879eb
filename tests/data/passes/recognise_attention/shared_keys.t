# Multi-query attention: one group of keys and values for all heads.
test pass recognise_attention
--- in
"q" = input : f32[3,5,4]
"k" = input : f32[1,6,4]
"v" = input : f32[6,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
fired: recognise_attention: scores + weights + values -> values (attention)
--- out
"q" = input : f32[3,5,4]
"k" = input : f32[1,6,4]
"v" = input : f32[6,3]
%0 = unsqueeze("v") {axes=[0]} name="values" : f32[1,6,3]
"y" = attention("q", "k", %0) {scale=1} name="values" : f32[3,5,3]
output("y")
