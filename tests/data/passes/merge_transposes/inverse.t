# To the last axis and back.
test pass merge_transposes
--- in
"x" = input {rank=3} : f32[c,h,w]
"r" = relu("x") name="relu1"
"a" = ncnn.permute("r") {order_type=3} name="permute1"
"b" = ncnn.permute("a") {order_type=4} name="permute2"
output("b", "a")
--- remarks
fired: merge_transposes: permute1 + permute2 removed
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = relu("x") name="relu1" : f32[c,h,w]
"a" = transpose("b") {perm=[1,2,0]} name="permute1" : f32[h,w,c]
output("b", "a")
