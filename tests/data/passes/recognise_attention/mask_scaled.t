# Not made attention: the factor is of the mask as well.
test pass recognise_attention
--- in
"q" = input : f32[2,5,4]
"k" = input : f32[2,6,4]
"v" = input : f32[2,6,3]
"m" = input : f32[2,5,6]
"s" = matmul("q", "k") {transB=1} name="scores"
"t" = add("s", "m") name="masked"
"u" = mul("t", @"c") name="factor"
"a" = softmax("u") {axis=2} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
@"c" = f32[] [0.6]
--- remarks
--- out
same
