# Another slope.
test pass merge_duplicates
--- in
"x" = input : f32[4]
"a" = relu("x") name="relu1"
"b" = relu("x") {slope=0.5} name="relu2"
output("a", "b")
--- remarks
--- out
same
