# Keys are read as [head][e][key]; the permute that made them so makes them [head][key][e] now.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"x" = input : f32[6,2,4]
"v" = input : f32[2,6,3]
"k" = transpose("x") {perm=[1,2,0]} name="turn"
"s" = matmul("q", "k") name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
fired: recognise_attention: turn + scores + weights + values -> values (attention)
--- out
"q" = input : f32[2,5,4]
"x" = input : f32[6,2,4]
"v" = input : f32[2,6,3]
%0 = transpose("x") {perm=[1,0,2]} : f32[2,6,4]
"y" = attention("q", %0, "v") {scale=1} name="values" : f32[2,5,3]
output("y")
