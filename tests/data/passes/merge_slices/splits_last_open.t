# What is left is written as that.
test pass merge_slices
--- in
"x" = input {rank=1} : f32[n]
"p", "q" = split("x") {sizes=[4,-1]} name="split1"
"r", "s" = split("q") {sizes=[1,-1]} name="split2"
output("p", "r", "s")
--- remarks
fired: merge_slices: split1 + split2 -> split1 (split)
--- out
"x" = input {rank=1} : f32[n]
"p", "r", "s" = split("x") {sizes=[4,1,-1]} name="split1" : f32[4], f32[1], f32[n-5]
output("p", "r", "s")
