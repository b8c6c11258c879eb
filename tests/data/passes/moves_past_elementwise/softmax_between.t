# Not merged: softmax looks along an axis.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1"
"a" = ncnn.permute("t") {order_type=3} name="permute1"
"r" = softmax("a") {axis=0} name="softmax1"
"b" = ncnn.permute("r") {order_type=4} name="permute2"
output("b")
--- remarks
--- out
same
