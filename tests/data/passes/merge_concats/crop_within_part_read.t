# Not taken apart: the concat is needed anyway.
test pass merge_concats
--- in
"x" = input : f32[4,3]
"a" = tanh("x") name="tanh1"
"b" = relu("x") name="relu1"
"c" = concat("a", "b") name="concat1"
"p" = ncnn.crop("c") {starts=[5], ends=[7], axes=[0]} name="crop1"
output("p", "c")
--- remarks
missed: merge_concats: concat1 + crop1: the output in between is a result of the network
--- out
same
