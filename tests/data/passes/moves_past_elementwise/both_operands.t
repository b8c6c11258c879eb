# The sum of two that are permuted alike is permuted once.
test pass moves_past_elementwise
--- in
"x" = input {rank=3} : f32[c,h,w]
"y" = input {rank=3} : f32[c,h,w]
"a" = ncnn.permute("x") {order_type=3} name="permute1"
"b" = ncnn.permute("y") {order_type=3} name="permute2"
"s" = add("a", "b") name="add1"
output("s")
--- remarks
fired: moves_past_elementwise: permute1 + permute2 + add1 -> permute1 (transpose)
--- out
"x" = input {rank=3} : f32[c,h,w]
"y" = input {rank=3} : f32[c,h,w]
%0 = add("x", "y") name="add1" : f32[c,h,w]
"s" = transpose(%0) {perm=[1,2,0]} name="permute1" : f32[h,w,c]
output("s")
