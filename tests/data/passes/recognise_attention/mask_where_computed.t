# Not made attention: the scores of hidden keys are computed.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[5,6]
"l" = input : f32[]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = where("m", "s", "l") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not made attention: the scores of hidden keys are not one constant number
--- out
same
