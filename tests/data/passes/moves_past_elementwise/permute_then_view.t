# Not merged: a permutation and a view.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1"
"a" = permute("t") {code=3} name="permute1"
"r" = relu("a") name="relu1"
"b" = reshape("r") {dims=[2,3,4]} name="reshape1"
output("b")
--- remarks
--- out
same
