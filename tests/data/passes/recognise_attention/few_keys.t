# Not made attention: of a vector of 8 scores 3 would be of use, for each of many queries.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[3,2,50,8]
"k" = input : f32[3,2,3,8]
"v" = input : f32[3,2,3,8]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not rewritten: C does not have the attention that it would give
--- out
same
