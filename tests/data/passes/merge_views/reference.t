# The second takes its width from y; y is not read any more, as the width is a size of x too.
test pass merge_views
--- in
"x" = input {rank=2} : f32[h,w]
"y" = input {rank=1} : f32[w]
"a" = reshape("x") {shape=[-1]} name="flatten1"
"b" = ncnn.reshape("a", "y") {expr="1w,-1"} name="reshape1"
output("b")
--- remarks
fired: merge_views: flatten1 + reshape1 removed
--- out
"x" = input {rank=2} : f32[h,w]
"y" = input {rank=1} : f32[w]
output("x" as "b")
