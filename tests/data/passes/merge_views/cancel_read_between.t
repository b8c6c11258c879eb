# What comes back to x is x, also where the squeezed value is read elsewhere.
test pass merge_views
--- in
"x" = input : f32[1,4,5]
"r" = relu("x") name="relu1"
"a" = ncnn.squeeze("r") {squeeze_c=1} name="squeeze1"
"b" = unsqueeze("a") {axes=[0]} name="expand1"
output("b", "a")
--- remarks
fired: merge_views: squeeze1 + expand1 removed
--- out
"x" = input : f32[1,4,5]
"b" = relu("x") name="relu1" : f32[1,4,5]
"a" = squeeze("b") {axes=[0]} name="squeeze1" : f32[4,5]
output("b", "a")
