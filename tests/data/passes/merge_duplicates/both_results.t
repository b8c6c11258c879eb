# Both are results: one value under two outside names.
test pass merge_duplicates
--- in
"x" = input : f32[4]
"a" = relu("x") name="relu1"
"b" = relu("x") name="relu2"
output("a" as "first", "b" as "second")
--- remarks
fired: merge_duplicates: relu1 + relu2 -> relu1 (relu)
--- out
"x" = input : f32[4]
"a" = relu("x") name="relu1" : f32[4]
output("a" as "first", "a" as "second")
