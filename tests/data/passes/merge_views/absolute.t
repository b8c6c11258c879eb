# Sizes none of which is taken from the value before: kept as they are written.
test pass merge_views
--- in
"x" = input {rank=3} : f32[c,h,w]
"a" = reshape("x") {shape=[-1]} name="flatten1"
"b" = reshape("a") {shape=[-1,4]} name="reshape1"
output("b")
--- remarks
fired: merge_views: flatten1 + reshape1 -> flatten1 (reshape)
--- out
"x" = input {rank=3} : f32[c,h,w]
"b" = reshape("x") {shape=[-1,4]} name="flatten1" : f32[floordiv(c*h*w,4),4]
output("b")
