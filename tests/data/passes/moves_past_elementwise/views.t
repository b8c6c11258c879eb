# Flat, and back to what it was.
test pass moves_past_elementwise
--- in
"x" = input {rank=3} : f32[1,h,w]
"t" = tanh("x") name="tanh1"
"a" = ncnn.squeeze("t") {squeeze_c=1} name="squeeze1"
"r" = relu("a") name="relu1"
"b" = unsqueeze("r") {axes=[0]} name="expand1"
output("b")
--- remarks
fired: moves_past_elementwise: squeeze1 + relu1 + expand1 -> relu1 (relu)
--- out
"x" = input {rank=3} : f32[1,h,w]
"t" = tanh("x") name="tanh1" : f32[1,h,w]
"b" = relu("t") name="relu1" : f32[1,h,w]
output("b")
