# As exporters of ONNX write it: [batch][heads][rows][width], the batch open, keys turned by the permutation that splits their heads, a divisor of the scores.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"x" = input : f32[b,6,2,4]
"v" = input : f32[b,2,6,3]
"k" = transpose("x") {perm=[0,2,3,1]} name="turn"
"s" = matmul("q", "k") name="scores"
"d" = div("s", @"c") name="scaled"
"a" = softmax("d") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"c" = f32[] [2]
--- remarks
fired: recognise_attention: turn + scores + scaled + weights + values -> values (attention)
--- out
"q" = input : f32[b,2,5,4]
"x" = input : f32[b,6,2,4]
"v" = input : f32[b,2,6,3]
%0 = transpose("x") {perm=[0,2,1,3]} : f32[b,2,6,4]
"y" = attention("q", %0, "v") {scale=0.5} name="values" : f32[b,2,5,3]
output("y")
