# The sum of two that are permuted alike is permuted once.
test pass moves_past_elementwise
--- in
"x" = input {rank=3} : f32[c,h,w]
"y" = input {rank=3} : f32[c,h,w]
"a" = permute("x") {code=3} name="permute1"
"b" = permute("y") {code=3} name="permute2"
"s" = add("a", "b") name="add1"
output("s")
--- remarks
fired: moves_past_elementwise: permute1 + permute2 + add1 -> permute1 (permute)
--- out
"x" = input {rank=3} : f32[c,h,w]
"y" = input {rank=3} : f32[c,h,w]
%0 = add("x", "y") name="add1" : f32[c,h,w]
"s" = permute(%0) {code=-1, perm=[1,2,0]} name="permute1" : f32[h,w,c]
output("s")
