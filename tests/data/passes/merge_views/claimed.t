# That x has 24 elements is what the first says; the one that is left says it too, though a flatten would do otherwise.
test pass merge_views
--- in
"x" = input {hint=[4,2,3]} : f32[c,h,w]
"a" = reshape("x") {shape=[4,6]} name="reshape1"
"b" = reshape("a") {shape=[-1]} name="flatten1"
"e" = unsqueeze("b") {axes=[0]} name="expand1"
output("e")
--- remarks
fired: merge_views: reshape1 + flatten1 -> reshape1 (reshape)
fired: merge_views: reshape1 + expand1 -> reshape1 (reshape)
--- out
"x" = input {hint=[4,2,3]} : f32[c,h,w]
"e" = reshape("x") {shape=[1,24]} name="reshape1" : f32[1,24]
output("e")
