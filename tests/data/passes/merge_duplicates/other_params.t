# Another slope.
test pass merge_duplicates
--- in
"x" = input : f32[4]
"a" = relu("x") name="relu1"
"b" = leaky_relu("x") {alpha=0.5} name="relu2"
output("a", "b")
--- remarks
--- out
same
