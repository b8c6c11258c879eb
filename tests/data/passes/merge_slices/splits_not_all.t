# Not merged: the second leaves one channel over.
test pass merge_slices
--- in
"x" = input : f32[4,4]
"p", "q" = split("x") {slices=[1,3]} name="split1"
"r", "s" = split("q") {slices=[1,1]} name="split2"
output("p", "r", "s")
--- remarks
missed: merge_slices: split1 + split2: not merged: the parts of the second are not proved to be all of what it reads
--- out
same
