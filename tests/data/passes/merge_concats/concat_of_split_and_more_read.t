# Not joined: the split is needed anyway.
test pass merge_concats
--- in
"x" = input : f32[4,3]
"r" = relu("x") name="relu1"
"p", "q" = split("r") {sizes=[3,-1]} name="split1"
"c" = concat("x", "p", "q", "x") name="concat1"
output("c", "p")
--- remarks
--- out
same
