# One after the other, down to one.
test pass merge_views
--- in
"x" = input : f32[2,3,4]
"a" = reshape("x") {shape=[6,4]} name="reshape1"
"b" = unsqueeze("a") {axes=[0]} name="expand1"
"c" = ncnn.reshape("b") {dims=[0,3,-1]} name="reshape2"
"d" = ncnn.squeeze("c") {squeeze_c=1} name="squeeze1"
output("d" as "out")
--- remarks
fired: merge_views: reshape1 + expand1 -> reshape1 (reshape)
fired: merge_views: reshape1 + reshape2 -> reshape1 (reshape)
fired: merge_views: reshape1 + squeeze1 -> reshape1 (reshape)
--- out
"x" = input : f32[2,3,4]
"d" = reshape("x") {shape=[3,8]} name="reshape1" : f32[3,8]
output("d" as "out")
