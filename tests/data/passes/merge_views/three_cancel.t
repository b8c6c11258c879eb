# Three together do nothing, though no two of them do.
test pass merge_views
--- in
"x" = input : f32[2,3,4]
"r" = relu("x") name="relu1"
"a" = reshape("r") {shape=[6,4]} name="reshape1"
"b" = reshape("a") {shape=[3,8]} name="reshape2"
"c" = reshape("b") {shape=[2,3,4]} name="reshape3"
"t" = tanh("a") name="tanh1"
"u" = tanh("b") name="tanh2"
output("c", "t", "u")
--- remarks
fired: merge_views: reshape1 + reshape2 + reshape3 removed
missed: merge_views: reshape1 + reshape2: the output in between has another reader: tanh1
--- out
"x" = input : f32[2,3,4]
"c" = relu("x") name="relu1" : f32[2,3,4]
"a" = reshape("c") {shape=[6,4]} name="reshape1" : f32[6,4]
"b" = reshape("a") {shape=[3,8]} name="reshape2" : f32[3,8]
"t" = tanh("a") name="tanh1" : f32[6,4]
"u" = tanh("b") name="tanh2" : f32[3,8]
output("c", "t", "u")
