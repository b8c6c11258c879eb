# Not merged: the first permutation is needed anyway, so none would go.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1"
"a" = ncnn.permute("t") {order_type=3} name="permute1"
"r" = relu("a") name="relu1"
"b" = ncnn.permute("r") {order_type=3} name="permute2"
output("b", "a")
--- remarks
missed: moves_past_elementwise: permute1 + relu1: the output in between is a result of the network
--- out
same
