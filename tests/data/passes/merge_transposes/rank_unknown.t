# While the rank is not known, orders are numbers of the format: nothing is merged.
test pass merge_transposes
--- in
"x" = input : f32[?]
"a" = ncnn.permute("x") {order_type=4} name="permute1"
"b" = ncnn.permute("a") {order_type=5} name="permute2"
output("b")
--- remarks
--- out
same
