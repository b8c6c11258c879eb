# The last one says it all: flatten does not look at the shape before. Rank and sizes need not be known.
test pass merge_views
--- in
"x" = input : f32[?]
"a" = reshape("x") {shape=[4,-1]} name="reshape1"
"b" = reshape("a") {shape=[-1]} name="flatten1"
output("b")
--- remarks
fired: merge_views: reshape1 + flatten1 -> reshape1 (reshape)
--- out
"x" = input : f32[?]
"b" = reshape("x") {shape=[-1]} name="reshape1" : f32[_]
output("b")
