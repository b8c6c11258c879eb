# Shifted windows: images of four windows, each of which has a mask of its own.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[8,2,6,4]
"k" = input : f32[8,2,6,4]
"v" = input : f32[8,2,6,3]
"m" = input : f32[1,4,1,6,6]
"r" = input : f32[1,2,6,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"i" = add("s", "r") name="biased"
"u" = reshape("i") {shape=[-1,4,2,6,6]} name="windows"
"t" = add("u", "m") name="masked"
"w" = reshape("t") {shape=[-1,2,6,6]} name="images"
"a" = softmax("w") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
fired: recognise_attention: scores + biased + windows + masked + images + weights + values -> values (reshape)
--- out
"q" = input : f32[8,2,6,4]
"k" = input : f32[8,2,6,4]
"v" = input : f32[8,2,6,3]
"m" = input : f32[1,4,1,6,6]
"r" = input : f32[1,2,6,6]
%0 = reshape("q") {shape=[2,4,2,6,4]} : f32[2,4,2,6,4]
%1 = reshape("k") {shape=[2,4,2,6,4]} : f32[2,4,2,6,4]
%2 = reshape("v") {shape=[2,4,2,6,3]} : f32[2,4,2,6,3]
%3 = attention(%0, %1, %2, "m", _, _, "r") {scale=1, empty_is_nan=true} name="scores" : f32[2,4,2,6,3]
"y" = reshape(%3) {shape=[8,2,6,3]} name="values" : f32[8,2,6,3]
output("y")
