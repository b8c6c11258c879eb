# Two rotations are the third.
test pass merge_transposes
--- in
"x" = input : f32[2,3,4]
"a" = ncnn.permute("x") {order_type=3} name="permute1"
"b" = ncnn.permute("a") {order_type=3} name="permute2"
output("b" as "out")
--- remarks
fired: merge_transposes: permute1 + permute2 -> permute1 (transpose)
--- out
"x" = input : f32[2,3,4]
"b" = transpose("x") {perm=[2,0,1]} name="permute1" : f32[4,2,3]
output("b" as "out")
