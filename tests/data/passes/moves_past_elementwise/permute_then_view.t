# Not merged: a permutation and a view.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1"
"a" = ncnn.permute("t") {order_type=3} name="permute1"
"r" = relu("a") name="relu1"
"b" = reshape("r") {shape=[2,3,4]} name="reshape1"
output("b")
--- remarks
--- out
same
