# A crop that crops alone read is not needed: each is a crop of x.
test pass merge_slices
--- in
"x" = input : f32[4,10,12]
"a" = ncnn.crop("x") {starts=[2], ends=[9], axes=[1]} name="crop1"
"b" = ncnn.crop("a") {starts=[1], ends=[3], axes=[0]} name="crop2"
"c" = ncnn.crop("a") {starts=[1], ends=[3], axes=[1]} name="crop3"
output("b", "c")
--- remarks
fired: merge_slices: crop1 + crop3 + crop2 -> crop3 (slice)
--- out
"x" = input : f32[4,10,12]
"b" = slice("x") {starts=[1,2], ends=[3,9], axes=[0,1]} name="crop2" : f32[2,7,12]
"c" = slice("x") {starts=[3], ends=[5], axes=[1]} name="crop3" : f32[4,2,12]
output("b", "c")
