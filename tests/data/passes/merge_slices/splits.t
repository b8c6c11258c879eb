# The parts of the second stand in the place of the part that it reads.
test pass merge_slices
--- in
"x" = input {rank=3} : f32[8,h,w]
"p", "q" = split("x") {sizes=[4,-1]} name="split1"
"r", "s" = split("p") {sizes=[1,3]} name="split2"
output("r", "q", "s")
--- remarks
fired: merge_slices: split1 + split2 -> split1 (split)
--- out
"x" = input {rank=3} : f32[8,h,w]
"r", "s", "q" = split("x") {sizes=[1,3,4]} name="split1" : f32[1,h,w], f32[3,h,w], f32[4,h,w]
output("r", "q", "s")
