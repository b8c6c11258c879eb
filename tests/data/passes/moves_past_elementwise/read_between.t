# Not merged: the relu of the permuted value is a result.
test pass moves_past_elementwise
--- in
"x" = input {rank=3} : f32[c,h,w]
"t" = tanh("x") name="tanh1"
"a" = permute("t") {code=3} name="permute1"
"r" = relu("a") name="relu1"
"b" = permute("r") {code=4} name="permute2"
output("b", "r")
--- remarks
--- out
same
