# Not made attention: the condition is one for all keys of a query.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"m" = input : bool[5,1]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = where("m", "s", @"low") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"low" = f32[] [-inf]
--- remarks
missed: recognise_attention: scores + values: not made attention: the mask is not proved to have a number for each key
--- out
same
