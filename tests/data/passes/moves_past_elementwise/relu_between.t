# There and back, with a relu in between.
test pass moves_past_elementwise
--- in
"x" = input {rank=3} : f32[c,h,w]
"t" = tanh("x") name="tanh1"
"a" = ncnn.permute("t") {order_type=3} name="permute1"
"r" = relu("a") name="relu1"
"b" = ncnn.permute("r") {order_type=4} name="permute2"
output("b")
--- remarks
fired: moves_past_elementwise: permute1 + relu1 + permute2 -> relu1 (relu)
--- out
"x" = input {rank=3} : f32[c,h,w]
"t" = tanh("x") name="tanh1" : f32[c,h,w]
"b" = relu("t") name="relu1" : f32[c,h,w]
output("b")
