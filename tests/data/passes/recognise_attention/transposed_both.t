# Left alone: two new permutes and the attention are as many layers as before.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"k" = input : f32[2,4,6]
"v" = input : f32[2,3,6]
"s" = matmul("q", "k") name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v") {transB=1} name="values"
output("y")
--- remarks
--- out
same
