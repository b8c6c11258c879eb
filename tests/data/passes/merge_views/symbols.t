# The sizes of the result are a 1, the height of x, and what is left.
test pass merge_views
--- in
"x" = input {rank=3} : f32[c,1,w]
"a" = squeeze("x") {squeeze_h=1} name="squeeze1"
"b" = expand_dims("a") {axes=[0]} name="expand1"
output("b")
--- remarks
fired: merge_views: squeeze1 + expand1 -> squeeze1 (reshape)
--- out
"x" = input {rank=3} : f32[c,1,w]
"b" = reshape("x") {dims=[1,-1,0]} name="squeeze1" : f32[1,c,w]
output("b")
