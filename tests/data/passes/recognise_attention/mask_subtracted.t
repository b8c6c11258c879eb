# Not made attention: sdpa adds the mask.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"k" = input : f32[2,6,4]
"v" = input : f32[2,6,3]
"m" = input : f32[2,5,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = sub("s", "m") name="masked"
"a" = softmax("t") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
--- out
same
