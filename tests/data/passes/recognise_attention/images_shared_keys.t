# All heads of an image share its keys and values.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,1,6,4]
"v" = input : f32[b,1,6,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
fired: recognise_attention: scores + weights + values -> values (attention)
--- out
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,1,6,4]
"v" = input : f32[b,1,6,3]
"y" = attention("q", "k", "v") {scale=1} name="values" : f32[b,2,5,3]
output("y")
