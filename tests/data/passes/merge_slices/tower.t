# Three crops are all of x: one split. The last ends where x does.
test pass merge_slices
--- in
"x" = input {rank=3} : f32[6,h,w]
"b" = ncnn.crop("x") {starts=[2], ends=[3], axes=[0]} name="crop2"
"a" = ncnn.crop("x") {starts=[0], ends=[2], axes=[0]} name="crop1"
"t" = tanh("a") name="tanh1"
"c" = ncnn.crop("x") {starts=[3], ends=[-233], axes=[0]} name="crop3"
output("t", "b", "c", "x")
--- remarks
fired: merge_slices: crop1 + crop2 + crop3 -> crop2 (split)
--- out
"x" = input {rank=3} : f32[6,h,w]
"a", "b", "c" = split("x") {sizes=[2,1,3]} name="crop2" : f32[2,h,w], f32[1,h,w], f32[3,h,w]
"t" = tanh("a") name="tanh1" : f32[2,h,w]
output("t", "b", "c", "x")
