# A bias of positions beside a mask of padding; a condition does as well.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"r" = input : f32[1,2,5,6]
"m" = input : f32[b,1,1,6]
"c2" = input : bool[6,5]
"r2" = input : f32[2,6,5]
"s" = matmul("q", "k") {transB=1} name="scores"
"i" = add("s", "r") name="biased"
"t" = add("i", "m") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
"s2" = matmul("k", "q") {transB=1} name="scores2"
"i2" = add("s2", "r2") name="biased2"
"t2" = where("c2", "i2", @"low") name="masked2"
"a2" = softmax("t2") {axis=3} name="weights2"
"y2" = matmul("a2", "q") name="values2"
output("y", "y2")
@"low" = f32[] [-3.4028235e38]
--- remarks
fired: recognise_attention: scores + biased + masked + weights + values -> values (attention)
fired: recognise_attention: scores2 + biased2 + masked2 + weights2 + values2 -> values2 (attention)
--- out
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"r" = input : f32[1,2,5,6]
"m" = input : f32[b,1,1,6]
"c2" = input : bool[6,5]
"r2" = input : f32[2,6,5]
"y" = attention("q", "k", "v", "m", _, _, "r") {scale=1, empty_is_nan=true} name="values" : f32[b,2,5,3]
"y2" = attention("k", "q", "q", "c2", _, _, "r2") {scale=1, hidden=-3.4028235e38} name="values2" : f32[b,2,6,4]
output("y", "y2")
