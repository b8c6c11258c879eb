# Not made attention: the condition has more images than the scores.
test pass recognise_attention for=x86-64-v3
--- in
"q" = input : f32[1,2,5,4]
"k" = input : f32[1,2,6,4]
"v" = input : f32[1,2,6,3]
"m" = input : bool[3,1,5,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = where("m", "s", @"low") name="masked"
"a" = softmax("t") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"low" = f32[] [-inf]
--- remarks
missed: recognise_attention: scores + values: not made attention: what hides keys is not proved to keep the shape of the scores
--- out
same
