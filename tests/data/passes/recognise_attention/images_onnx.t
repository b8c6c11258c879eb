# ONNX 24 has the operator for four axes; a mask it has not, since a query that sees no key would give 0 there, and NaN here.
test pass recognise_attention for=onnx24
--- in
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"s" = matmul("q", "k") {transB=1} name="scores"
"a" = softmax("s") {axis=3} name="weights"
"y" = matmul("a", "v") name="values"
output("y")
--- remarks
fired: recognise_attention: scores + weights + values -> values (attention)
--- out
"q" = input : f32[b,2,5,4]
"k" = input : f32[b,2,6,4]
"v" = input : f32[b,2,6,3]
"y" = attention("q", "k", "v") {scale=1} name="values" : f32[b,2,5,3]
output("y")
