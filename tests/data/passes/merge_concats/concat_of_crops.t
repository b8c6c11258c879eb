# Crops that are all of x.
test pass merge_concats
--- in
"x" = input {rank=3} : f32[6,h,w]
"r" = relu("x") name="relu1"
"a" = ncnn.crop("r") {starts=[0], ends=[2], axes=[0]} name="crop1"
"b" = ncnn.crop("r") {starts=[2], ends=[-233], axes=[0]} name="crop2"
"c" = concat("a", "b") name="concat1"
output("c")
--- remarks
fired: merge_concats: crop1 + crop2 + concat1 removed
--- out
"x" = input {rank=3} : f32[6,h,w]
"c" = relu("x") name="relu1" : f32[6,h,w]
output("c")
