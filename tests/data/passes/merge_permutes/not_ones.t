# The channels are not proved to be one.
test pass merge_permutes
--- in
"x" = input {rank=3} : f32[c,h,w]
"a" = permute("x") {code=2} name="permute1"
output("a")
--- remarks
--- out
same
