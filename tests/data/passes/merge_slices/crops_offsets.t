# ncnn's older way to say it.
test pass merge_slices
--- in
"x" = input {rank=3} : f32[c,h,w]
"a" = ncnn.crop("x") {woffset=1, hoffset=2, outw=-233, outh=-233, outc=-233} name="crop1"
"b" = ncnn.crop("a") {hoffset=1, woffset2=2, outw=-233, outh=-233, outc=-233} name="crop2"
output("b")
--- remarks
fired: merge_slices: crop1 + crop2 -> crop1 (slice)
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = slice("x") {starts=[3,1], ends=[2147483647,-2], axes=[1,2]} name="crop1" : f32[c,max(0,h-3),max(0,w-3)]
output("b")
