# Sizes that may be 0 are no obstacle.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b>=0,2,n>=0,4]
"k" = input : f32[b,2,m>=0,4]
"v" = input : f32[b,2,m,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
fired: recognise_attention: scores + weights + values -> values (attention)
--- out
"q" = input : f32[b>=0,2,n>=0,4]
"k" = input : f32[b>=0,2,m>=0,4]
"v" = input : f32[b>=0,2,m>=0,3]
"y" = attention("q", "k", "v") {scale=1} name="values" : f32[b>=0,2,n>=0,3]
output("y")
