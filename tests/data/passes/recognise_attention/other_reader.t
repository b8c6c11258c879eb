# Not made attention: the weights are a result too.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"k" = input : f32[2,5,4]
"v" = input : f32[2,5,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y", "a")
--- remarks
missed: recognise_attention: weights + values: the output in between is a result of the network
--- out
same
