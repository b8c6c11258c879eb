# The reshape says that the first size is 1; what is left in its place would not.
test pass merge_views
--- in
"x" = input {hint=[1,4,1]} : f32[_,_,1]
"v1" = ncnn.expand_dims("x") {axes=[-2]} name="n1"
"v2" = ncnn.reshape("v1") {dims=[1,0,1,1]} name="n2"
"y" = ncnn.squeeze("v2") {squeeze_h=true} name="n3"
output("y")
--- remarks
missed: merge_views: n1 + n2: not merged: nothing would hold the input to its number of elements
missed: merge_views: n2 + n3: not merged: nothing would hold the input to its number of elements
--- out
same
