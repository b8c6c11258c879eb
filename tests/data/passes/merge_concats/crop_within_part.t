# Some of the second part: that is cropped, and the first is not needed.
test pass merge_concats
--- in
"x" = input : f32[4,3]
"a" = tanh("x") name="tanh1"
"b" = relu("x") name="relu1"
"c" = concat("a", "b") name="concat1"
"p" = ncnn.crop("c") {starts=[5,1], ends=[7,-233], axes=[0,1]} name="crop1"
output("p")
--- remarks
fired: merge_concats: concat1 + crop1 -> crop1 (slice)
--- out
"x" = input : f32[4,3]
"b" = relu("x") name="relu1" : f32[4,3]
"p" = slice("b") {starts=[1,1], ends=[3,2147483647], axes=[0,1]} name="crop1" : f32[2,2]
output("p")
