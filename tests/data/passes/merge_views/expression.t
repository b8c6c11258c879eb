# Both sizes of the matrix are products of sizes of x; an expression says so, since one was there before.
test pass merge_views
--- in
"x" = input {rank=4} : f32[c,d,h,w]
"a" = ncnn.reshape("x") {expr="*(0h,0w),0d,0c"} name="reshape1"
"b" = ncnn.reshape("a") {expr="0w,*(0c,0h)"} name="reshape2"
output("b")
--- remarks
fired: merge_views: reshape1 + reshape2 -> reshape1 (reshape)
--- out
"x" = input {rank=4} : f32[c,d,h,w]
"b" = reshape("x") {shape=["x.0*x.1","x.2*x.3"]} name="reshape1" : f32[c*d,h*w]
output("b")
