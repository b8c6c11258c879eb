# Keys are hidden by a condition, and get -inf: what is seen is the mask.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[1,1,5,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = where("m", "s", @"low") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"low" = f32[] [-inf]
--- remarks
fired: recognise_attention: scores + masked + weights + values -> values (attention)
--- out
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[1,1,5,6]
"y" = attention("q", "k", "v", "m") {scale=1, empty_is_nan=true} name="values" : f32[b,2,5,3]
output("y")
