# Two rotations are the third.
test pass merge_permutes
--- in
"x" = input : f32[2,3,4]
"a" = permute("x") {code=3} name="permute1"
"b" = permute("a") {code=3} name="permute2"
output("b" as "out")
--- remarks
fired: merge_permutes: permute1 + permute2 -> permute1 (permute)
--- out
"x" = input : f32[2,3,4]
"b" = permute("x") {code=-1, perm=[2,0,1]} name="permute1" : f32[4,2,3]
output("b" as "out")
