# Not made attention: the softmax runs along the queries.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"k" = input : f32[2,5,4]
"v" = input : f32[2,5,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=1} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not made attention: the softmax is not along the last axis
--- out
same
