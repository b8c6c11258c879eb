# One part of the split is read, and not all of it.
test pass merge_slices
--- in
"x" = input {rank=3} : f32[8,h,w]
"p", "q" = split("x") {slices=[4,-233]} name="split1"
"b" = crop("q") {starts=[1], ends=[3], axes=[0]} name="crop1"
output("b")
--- remarks
fired: merge_slices: split1 + crop1 -> split1 (crop)
--- out
"x" = input {rank=3} : f32[8,h,w]
"b" = crop("x") {starts=[5], ends=[7], axes=[0]} name="split1" : f32[2,h,w]
output("b")
