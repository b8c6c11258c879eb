# masked_fill: the condition says what is hidden, so that its opposite is the mask; the score of what is hidden is a number.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[b,1,1,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = where("m", @"low", "s") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"low" = f32[1] [-1e9]
--- remarks
fired: recognise_attention: scores + masked + weights + values -> values (attention)
--- out
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[b,1,1,6]
%0 = not("m") : bool[b,1,1,6]
"y" = attention("q", "k", "v", %0) {scale=1, hidden=-1000000000} name="values" : f32[b,2,5,3]
output("y")
