# The second part.
test pass merge_concats
--- in
"x" = input : f32[2,3]
"a" = tanh("x") name="tanh1"
"b" = relu("x") name="relu1"
"c" = concat("a", "b") name="concat1"
"p" = ncnn.crop("c") {starts=[2], ends=[-233], axes=[0]} name="crop1"
output("p", "c")
--- remarks
fired: merge_concats: concat1 + crop1 removed
--- out
"x" = input : f32[2,3]
"a" = tanh("x") name="tanh1" : f32[2,3]
"p" = relu("x") name="relu1" : f32[2,3]
"c" = concat("a", "p") name="concat1" : f32[4,3]
output("p", "c")
