# The sizes of the result are a 1, the height of x, and what is left.
test pass merge_views
--- in
"x" = input {rank=3} : f32[c,1,w]
"a" = ncnn.squeeze("x") {squeeze_h=1} name="squeeze1"
"b" = unsqueeze("a") {axes=[0]} name="expand1"
output("b")
--- remarks
fired: merge_views: squeeze1 + expand1 -> squeeze1 (reshape)
--- out
"x" = input {rank=3} : f32[c,1,w]
"b" = reshape("x") {shape=[1,-1,"x.2"]} name="squeeze1" : f32[1,c,w]
output("b")
