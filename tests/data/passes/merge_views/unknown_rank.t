# Not merged: which axes are squeezed, and what the 0 means, nobody knows.
test pass merge_views
--- in
"x" = input : f32[?]
"a" = ncnn.squeeze("x") {squeeze_h=1} name="squeeze1"
"b" = ncnn.reshape("a") {dims=[0,-1]} name="reshape1"
output("b")
--- remarks
missed: merge_views: squeeze1 + reshape1: not merged: the rank of the input is not known
--- out
same
