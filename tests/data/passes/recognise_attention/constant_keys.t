# Left alone: with keys that are constant these are inner products.
test pass recognise_attention
--- in
"q" = input : f32[1,5,4]
"s" = matmul("q", @"k") {transB=1} name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", @"k") name="values"
output("y")
@"k" = f32[1,6,4] seed 1
--- remarks
--- out
same
