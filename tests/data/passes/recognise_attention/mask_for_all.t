# One mask for all heads, and a factor at each end: of the keys and of the scores.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"k" = input : f32[2,6,4]
"v" = input : f32[2,6,3]
"m" = input : f32[1,5,6]
"d" = mul("k", @"c") name="factor1"
"s" = matmul("q", "d") {transB=1} name="scores"
"u" = mul("s", @"c") name="factor2"
"t" = add("u", "m") name="masked"
"a" = softmax("t") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"c" = f32[] [0.6]
--- remarks
fired: recognise_attention: factor1 + scores + factor2 + masked + weights + values -> values (attention)
--- out
"q" = input : f32[2,5,4]
"k" = input : f32[2,6,4]
"v" = input : f32[2,6,3]
"m" = input : f32[1,5,6]
"y" = attention("q", "k", "v", "m") {scale=0.36, empty_is_nan=true} name="values" : f32[2,5,3]
output("y")
