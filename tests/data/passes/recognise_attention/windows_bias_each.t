# Not made attention: the bias is one for each window of each image.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[8,2,6,4]
"k" = input : f32[8,2,6,4]
"v" = input : f32[8,2,6,3]
"m" = input : f32[1,4,1,6,6]
"r" = input : f32[8,2,6,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"i" = add("s", "r") name="biased"
"u" = reshape("i") {shape=[-1,4,2,6,6]} name="windows"
"t" = add("u", "m") name="masked"
"w" = reshape("t") {shape=[-1,2,6,6]} name="images"
"a" = softmax("w") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not made attention: the bias is not one for all windows
--- out
same
