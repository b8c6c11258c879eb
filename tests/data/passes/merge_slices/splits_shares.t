# Not merged: the parts of the first are halves of what nobody knows.
test pass merge_slices
--- in
"x" = input {rank=1} : f32[n]
"p", "q" = split("x") {slices=[-233,-233]} name="split1"
"r", "s" = split("q") {slices=[1,-233]} name="split2"
output("p", "r", "s")
--- remarks
missed: merge_slices: split1 + split2: not merged: the size of a part is not known
--- out
same
