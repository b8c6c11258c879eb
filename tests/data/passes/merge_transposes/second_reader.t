# Not merged: the first is needed anyway.
test pass merge_transposes
--- in
"x" = input : f32[2,3,4]
"a" = ncnn.permute("x") {order_type=3} name="permute1"
"b" = ncnn.permute("a") {order_type=3} name="permute2"
output("b", "a")
--- remarks
missed: merge_transposes: permute1 + permute2: the output in between is a result of the network
--- out
same
