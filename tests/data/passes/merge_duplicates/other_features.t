# What the runtime must not do differs.
test pass merge_duplicates
--- in
"x" = input : f32[4]
"a" = relu("x") name="relu1"
"b" = relu("x") name="relu2" features=2
output("a", "b")
--- remarks
--- out
same
