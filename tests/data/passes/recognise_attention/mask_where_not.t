# The condition is a negation: what it negates is the mask.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[6]
"n" = not("m") name="n"
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = where("n", @"low", "s") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"low" = f32[] [-3.4028235e38]
--- remarks
fired: recognise_attention: n + scores + masked + weights + values -> values (attention)
--- out
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[6]
"y" = attention("q", "k", "v", "m") {scale=1, hidden=-3.4028235e38} name="values" : f32[b,2,5,3]
output("y")
