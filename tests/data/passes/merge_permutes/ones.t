# Only an axis of size 1 changes places, so the elements stay in order. The width stays the width.
test pass merge_permutes
--- in
"x" = input {rank=3} : f32[1,h,w]
"a" = permute("x") {code=2} name="permute1"
output("a")
--- remarks
fired: merge_permutes: permute1 -> permute1 (reshape)
--- out
"x" = input {rank=3} : f32[1,h,w]
"a" = reshape("x") {dims=[-1,1,0]} name="permute1" : f32[h,1,w]
output("a")
