# Not a split: one channel is in no part.
test pass merge_slices
--- in
"x" = input {rank=3} : f32[6,h,w]
"a" = ncnn.crop("x") {starts=[0], ends=[2], axes=[0]} name="crop1"
"b" = ncnn.crop("x") {starts=[3], ends=[-233], axes=[0]} name="crop3"
output("a", "b")
--- remarks
--- out
same
