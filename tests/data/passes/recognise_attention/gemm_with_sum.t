# Not made attention: the gemm adds something, which need not be as large as the scores.
test pass recognise_attention
--- in
"q" = input : f32[5,4]
"k" = input : f32[6,4]
"v" = input : f32[6,3]
"c" = input : f32[5,6]
"s" = gemm("q", "k", "c") {transB=1} name="scores"
"a" = softmax("s") {axis=1} name="weights"
"y" = gemm("a", "v") name="values"
output("y")
--- remarks
--- out
same
