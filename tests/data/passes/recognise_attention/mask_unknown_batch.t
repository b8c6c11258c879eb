# Not made attention: nothing proves that the mask is of as many images.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : f32[n,1,5,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = add("s", "m") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not made attention: the mask is not proved to be one for all or one for each, along every axis
--- out
same
