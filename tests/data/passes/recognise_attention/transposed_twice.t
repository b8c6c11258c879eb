# Keys and values are both made by permutes that are gone then.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"x" = input : f32[2,6,4]
"k" = transpose("x") {perm=[0,2,1]} name="turn"
"v" = transpose("x") {perm=[0,2,1]} name="turn2"
"s" = matmul("q", "k") name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v") {transB=1} name="values"
output("y")
--- remarks
fired: recognise_attention: turn2 + turn + scores + weights + values -> values (attention)
--- out
"q" = input : f32[2,5,4]
"x" = input : f32[2,6,4]
"y" = attention("q", "x", "x") {scale=1} name="values" : f32[2,5,4]
output("y")
