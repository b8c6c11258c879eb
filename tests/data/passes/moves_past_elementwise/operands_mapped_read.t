# Left alone: what maps one of them has another reader, which would need the permutation.
test pass moves_past_elementwise
--- in
"x" = input : f32[2,3,4]
"z" = input : f32[2,3,4]
"h" = relu("x") name="relu1"
"a" = transpose("h") {perm=[0,2,1]} name="turn1"
"r" = relu("z") name="relu2"
"b" = transpose("r") {perm=[0,2,1]} name="turn2"
"e" = erf("b") name="erf1"
"y" = mul("a", "e") name="mul1"
output("y", "e")
--- remarks
--- out
same
