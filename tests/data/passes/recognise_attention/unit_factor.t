# Without a factor it is 1; 0 would mean another one to sdpa.
test pass recognise_attention
--- in
"x" = input : f32[2,5,4]
"s" = matmul("x", "x") {transB=1} name="scores"
"a" = softmax("s") {axis=2} name="weights"
"y" = matmul("a", "x") name="values"
output("y")
--- remarks
fired: recognise_attention: scores + weights + values -> values (attention)
--- out
"x" = input : f32[2,5,4]
"y" = attention("x", "x", "x") {scale=1} name="values" : f32[2,5,4]
output("y")
