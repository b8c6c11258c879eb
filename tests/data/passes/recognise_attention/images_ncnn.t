# Not made attention: ncnn's layer has no axis of images.
test pass recognise_attention
--- in
"q" = input : f32[3,2,5,4]
"k" = input : f32[3,2,6,4]
"v" = input : f32[3,2,6,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
missed: recognise_attention: scores + values: not rewritten: ncnn does not have the attention that it would give
--- out
same
