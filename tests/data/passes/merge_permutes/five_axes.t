# Not merged: ncnn has no code for five axes.
test pass merge_permutes
--- in
"x" = input : f32[2,3,4,5,6]
"a" = permute("x") {code=-1, perm=[1,0,2,3,4]} name="permute1"
"b" = permute("a") {code=-1, perm=[0,2,1,3,4]} name="permute2"
output("b")
--- remarks
missed: merge_permutes: permute1 + permute2: not merged: the target has no such order
--- out
same
