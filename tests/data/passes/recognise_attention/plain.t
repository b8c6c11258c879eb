# Scores, factor, softmax, values. Sizes of queries and keys need not be known.
test pass recognise_attention
--- in
"q" = input : f32[2,m,4]
"k" = input : f32[2,n,4]
"v" = input : f32[2,n,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = mul("s", @"c") name="factor"
"a" = softmax("t") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"c" = f32[] [0.5]
--- remarks
fired: recognise_attention: scores + factor + weights + values -> values (attention)
--- out
"q" = input : f32[2,m,4]
"k" = input : f32[2,n,4]
"v" = input : f32[2,n,3]
"y" = attention("q", "k", "v") {scale=0.5} name="values" : f32[2,m,3]
output("y")
