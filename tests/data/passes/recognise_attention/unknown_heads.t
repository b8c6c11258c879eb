# Not made attention: nothing proves that queries and keys have as many heads.
test pass recognise_attention
--- in
"q" = input : f32[g,5,4]
"k" = input : f32[h,6,4]
"v" = input : f32[h,6,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not made attention: queries and keys are not proved to be of as many heads
--- out
same
