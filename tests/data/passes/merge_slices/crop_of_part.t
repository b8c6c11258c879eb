# One part of the split is read, and not all of it.
test pass merge_slices
--- in
"x" = input {rank=3} : f32[8,h,w]
"p", "q" = split("x") {sizes=[4,-1]} name="split1"
"b" = ncnn.crop("q") {starts=[1], ends=[3], axes=[0]} name="crop1"
output("b")
--- remarks
fired: merge_slices: split1 + crop1 -> split1 (slice)
--- out
"x" = input {rank=3} : f32[8,h,w]
"b" = slice("x") {starts=[5], ends=[7], axes=[0]} name="split1" : f32[2,h,w]
output("b")
