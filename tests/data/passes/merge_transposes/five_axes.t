# Not merged: ncnn has no code for five axes.
test pass merge_transposes
--- in
"x" = input : f32[2,3,4,5,6]
"a" = transpose("x") {perm=[1,0,2,3,4]} name="permute1"
"b" = transpose("a") {perm=[0,2,1,3,4]} name="permute2"
output("b")
--- remarks
missed: merge_transposes: permute1 + permute2: not merged: the target has no such order
--- out
same
