# Not taken apart: the box has rows of both.
test pass merge_concats
--- in
"x" = input : f32[4,3]
"a" = tanh("x") name="tanh1"
"b" = relu("x") name="relu1"
"c" = concat("a", "b") name="concat1"
"p" = ncnn.crop("c") {starts=[3], ends=[7], axes=[0]} name="crop1"
output("p")
--- remarks
missed: merge_concats: concat1 + crop1: not taken apart: the box is not proved to lie within one part
--- out
same
