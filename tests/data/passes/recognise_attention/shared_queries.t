# Not made attention: the queries are the same for all heads, keys are not; sdpa counts heads by the queries.
test pass recognise_attention
--- in
"q" = input : f32[1,5,4]
"k" = input : f32[3,6,4]
"v" = input : f32[3,6,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not made attention: queries and keys are not proved to be of as many heads
--- out
same
