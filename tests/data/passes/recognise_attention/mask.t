# A mask for each head; the factor is spelled as a division of the queries.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"k" = input : f32[2,6,4]
"v" = input : f32[2,6,3]
"m" = input : f32[2,5,6]
"d" = div("q", @"c") name="factor"
"s" = matmul("d", "k") {transB=1} name="scores"
"t" = add("m", "s") name="masked"
"a" = softmax("t") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"c" = f32[] [2]
--- remarks
fired: recognise_attention: factor + scores + masked + weights + values -> values (attention)
--- out
"q" = input : f32[2,5,4]
"k" = input : f32[2,6,4]
"v" = input : f32[2,6,3]
"m" = input : f32[2,5,6]
"y" = attention("q", "k", "v", "m") {scale=0.5, empty_is_nan=true} name="values" : f32[2,5,3]
output("y")
