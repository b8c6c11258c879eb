# What is left is told as that.
test pass merge_slices
--- in
"x" = input {rank=1} : f32[n]
"p", "q" = split("x") {slices=[4,-233]} name="split1"
"r", "s" = split("q") {slices=[1,-233]} name="split2"
output("p", "r", "s")
--- remarks
fired: merge_slices: split1 + split2 -> split1 (split)
--- out
"x" = input {rank=1} : f32[n]
"p", "r", "s" = split("x") {slices=[4,1,-233]} name="split1" : f32[4], f32[1], f32[n-5]
output("p", "r", "s")
