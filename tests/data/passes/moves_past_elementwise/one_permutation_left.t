# Both permutations become one, behind.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1"
"a" = ncnn.permute("t") {order_type=3} name="permute1"
"r" = relu("a") name="relu1"
"b" = ncnn.permute("r") {order_type=3} name="permute2"
output("b")
--- remarks
fired: moves_past_elementwise: permute1 + relu1 + permute2 -> permute2 (transpose)
--- out
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1" : f32[2,3,4]
%0 = relu("t") name="relu1" : f32[2,3,4]
"b" = transpose(%0) {perm=[2,0,1]} name="permute2" : f32[4,2,3]
output("b")
