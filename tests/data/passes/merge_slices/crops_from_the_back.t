# Of an image of any size: the ends count from the back.
test pass merge_slices
--- in
"x" = input {rank=3} : f32[c,h,w]
"a" = ncnn.crop("x") {starts=[1], ends=[-1], axes=[2]} name="crop1"
"b" = ncnn.crop("a") {starts=[2], ends=[-3], axes=[2]} name="crop2"
output("b")
--- remarks
fired: merge_slices: crop1 + crop2 -> crop1 (slice)
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = slice("x") {starts=[3], ends=[-4], axes=[2]} name="crop1" : f32[c,h,max(0,w-7)]
output("b")
