# Not merged: the relu of the permuted value is a result.
test pass moves_past_elementwise
--- in
"x" = input {rank=3} : f32[c,h,w]
"t" = tanh("x") name="tanh1"
"a" = ncnn.permute("t") {order_type=3} name="permute1"
"r" = relu("a") name="relu1"
"b" = ncnn.permute("r") {order_type=4} name="permute2"
output("b", "r")
--- remarks
--- out
same
