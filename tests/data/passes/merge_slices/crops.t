# The offsets add up.
test pass merge_slices
--- in
"x" = input : f32[4,10,12]
"a" = ncnn.crop("x") {starts=[2,1], ends=[9,-1], axes=[1,2]} name="crop1"
"b" = ncnn.crop("a") {starts=[1,1], ends=[3,-233], axes=[0,2]} name="crop2"
output("b")
--- remarks
fired: merge_slices: crop1 + crop2 -> crop1 (slice)
--- out
"x" = input : f32[4,10,12]
"b" = slice("x") {starts=[1,2,2], ends=[3,9,11], axes=[0,1,2]} name="crop1" : f32[2,7,9]
output("b")
