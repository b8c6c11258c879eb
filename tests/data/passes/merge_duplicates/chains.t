# The first two become one, and then what reads them.
test pass merge_duplicates
--- in
"x" = input : f32[2,3]
"a" = relu("x") name="relu1"
"b" = relu("x") name="relu2"
"c" = ncnn.permute("a") {order_type=1} name="permute1"
"d" = ncnn.permute("b") {order_type=1} name="permute2"
"e" = concat("c", "d") name="concat1"
output("e")
--- remarks
fired: merge_duplicates: relu1 + relu2 -> relu1 (relu)
fired: merge_duplicates: permute1 + permute2 -> permute1 (transpose)
--- out
"x" = input : f32[2,3]
"a" = relu("x") name="relu1" : f32[2,3]
"c" = transpose("a") {perm=[1,0]} name="permute1" : f32[3,2]
"e" = concat("c", "c") name="concat1" : f32[6,2]
output("e")
