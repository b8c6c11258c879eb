# Nobody made the keys so: a permute is new, and still there is one layer less.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"k" = input : f32[2,4,6]
"v" = input : f32[2,6,3]
"s" = matmul("q", "k") name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
fired: recognise_attention: scores + weights + values -> values (attention)
--- out
"q" = input : f32[2,5,4]
"k" = input : f32[2,4,6]
"v" = input : f32[2,6,3]
%0 = transpose("k") {perm=[0,2,1]} : f32[2,6,4]
"y" = attention("q", %0, "v") {scale=1} name="values" : f32[2,5,3]
output("y")
