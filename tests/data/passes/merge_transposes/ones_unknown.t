# Not made a reshape: both sizes come under another letter.
test pass merge_transposes
--- in
"x" = input {rank=3} : f32[h,w,1]
"a" = transpose("x") {perm=[2,0,1]} name="permute1"
output("a")
--- remarks
missed: merge_transposes: permute1: not made a reshape: more than one size of the result is not known
--- out
same
