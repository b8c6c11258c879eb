# Not made attention: the mask has one row for all queries, which sdpa would read past its end.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"k" = input : f32[2,6,4]
"v" = input : f32[2,6,3]
"m" = input : f32[1,1,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = add("s", "m") name="masked"
"a" = softmax("t") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not rewritten: ncnn does not have the attention that it would give
--- out
same
