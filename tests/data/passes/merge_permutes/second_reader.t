# Not merged: the first is needed anyway.
test pass merge_permutes
--- in
"x" = input : f32[2,3,4]
"a" = permute("x") {code=3} name="permute1"
"b" = permute("a") {code=3} name="permute2"
output("b", "a")
--- remarks
missed: merge_permutes: permute1 + permute2: the output in between is a result of the network
--- out
same
