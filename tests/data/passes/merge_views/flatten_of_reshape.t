# The last one says it all: flatten does not look at the shape before. Rank and sizes need not be known.
test pass merge_views
--- in
"x" = input : f32[?]
"a" = reshape("x") {dims=[4,-1]} name="reshape1"
"b" = flatten("a") name="flatten1"
output("b")
--- remarks
fired: merge_views: reshape1 + flatten1 -> reshape1 (flatten)
--- out
"x" = input : f32[?]
"b" = flatten("x") name="reshape1" : f32[_]
output("b")
