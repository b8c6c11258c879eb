# Not merged: one permuted value is a result.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"y" = input : f32[2,3,4]
"a" = ncnn.permute("x") {order_type=3} name="permute1"
"b" = ncnn.permute("y") {order_type=3} name="permute2"
"s" = add("a", "b") name="add1"
output("s", "a")
--- remarks
missed: moves_past_elementwise: permute1 + add1: the output in between is a result of the network
--- out
same
