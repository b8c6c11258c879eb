# To the last axis and back.
test pass merge_permutes
--- in
"x" = input {rank=3} : f32[c,h,w]
"r" = relu("x") name="relu1"
"a" = permute("r") {code=3} name="permute1"
"b" = permute("a") {code=4} name="permute2"
output("b", "a")
--- remarks
fired: merge_permutes: permute1 + permute2 removed
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = relu("x") name="relu1" : f32[c,h,w]
"a" = permute("b") {code=-1, perm=[1,2,0]} name="permute1" : f32[h,w,c]
output("b", "a")
