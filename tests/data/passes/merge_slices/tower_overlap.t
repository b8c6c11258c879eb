# Not a split: one channel is in both.
test pass merge_slices
--- in
"x" = input {rank=3} : f32[6,h,w]
"a" = ncnn.crop("x") {starts=[0], ends=[3], axes=[0]} name="crop1"
"b" = ncnn.crop("x") {starts=[2], ends=[-233], axes=[0]} name="crop3"
output("a", "b")
--- remarks
--- out
same
