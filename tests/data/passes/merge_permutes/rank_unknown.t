# A rotation there and another one: swapping the inner two is code 2 on rank 3 and on rank 4.
test pass merge_permutes
--- in
"x" = input : f32[?]
"a" = permute("x") {code=4} name="permute1"
"b" = permute("a") {code=5} name="permute2"
output("b")
--- remarks
fired: merge_permutes: permute1 + permute2 -> permute1 (permute)
--- out
"x" = input : f32[?]
"b" = permute("x") {code=2} name="permute1" : f32[?]
output("b")
