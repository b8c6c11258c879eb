# Not merged: they are permuted in different ways.
test pass moves_past_elementwise
--- in
"x" = input : f32[3,3,3]
"y" = input : f32[3,3,3]
"a" = ncnn.permute("x") {order_type=3} name="permute1"
"b" = ncnn.permute("y") {order_type=4} name="permute2"
"s" = add("a", "b") name="add1"
output("s")
--- remarks
--- out
same
