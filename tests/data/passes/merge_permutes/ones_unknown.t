# Not made a reshape: both sizes come under another letter.
test pass merge_permutes
--- in
"x" = input {rank=3} : f32[h,w,1]
"a" = permute("x") {code=-1, perm=[2,0,1]} name="permute1"
output("a")
--- remarks
missed: merge_permutes: permute1: not made a reshape: more than one size of the result is not known
--- out
same
