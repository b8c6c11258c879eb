# Not merged: the first permutation is needed anyway, so none would go.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"t" = tanh("x") name="tanh1"
"a" = permute("t") {code=3} name="permute1"
"r" = relu("a") name="relu1"
"b" = permute("r") {code=3} name="permute2"
output("b", "a")
--- remarks
missed: moves_past_elementwise: permute1 + relu1: the output in between is a result of the network
--- out
same
