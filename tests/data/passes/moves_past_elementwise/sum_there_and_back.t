# Down, and then away.
test pass moves_past_elementwise,merge_transposes
--- in
"x" = input : f32[2,3,4]
"y" = input : f32[2,3,4]
"a" = ncnn.permute("x") {order_type=3} name="permute1"
"b" = ncnn.permute("y") {order_type=3} name="permute2"
"s" = add("a", "b") name="add1"
"t" = ncnn.permute("s") {order_type=4} name="permute3"
output("t")
--- remarks
fired: moves_past_elementwise: permute1 + permute2 + add1 -> permute1 (transpose)
fired: merge_transposes: permute1 + permute3 removed
--- out
"x" = input : f32[2,3,4]
"y" = input : f32[2,3,4]
"t" = add("x", "y") name="add1" : f32[2,3,4]
output("t")
