# Not made attention: nothing proves that keys are of as many images as queries.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[n,2,6,4]
"v" = input : f32[n,2,6,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not made attention: queries, keys and values are not proved to be of as many images
--- out
same
