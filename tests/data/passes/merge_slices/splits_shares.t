# Not merged: the parts of the first are halves of what nobody knows.
test pass merge_slices
--- in
"x" = input {rank=1} : f32[n]
"p", "q" = split("x") name="split1"
"r", "s" = split("q") {sizes=[1,-1]} name="split2"
output("p", "r", "s")
--- remarks
missed: merge_slices: split1 + split2: not merged: the size of a part is not known
--- out
same
