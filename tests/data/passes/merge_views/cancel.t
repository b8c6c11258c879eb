# Back to the shape of x, with sizes that nobody knows.
test pass merge_views
--- in
"x" = input {rank=3} : f32[1,h,w]
"r" = relu("x") name="relu1"
"a" = ncnn.squeeze("r") {squeeze_c=1} name="squeeze1"
"b" = unsqueeze("a") {axes=[0]} name="expand1"
output("b")
--- remarks
fired: merge_views: squeeze1 + expand1 removed
--- out
"x" = input {rank=3} : f32[1,h,w]
"b" = relu("x") name="relu1" : f32[1,h,w]
output("b")
