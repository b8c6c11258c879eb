# A part that nobody reads.
test pass drop_copies
--- in
"x" = input : f32[2]
"a", "b" = identity("x") name="split1"
"y" = relu("a") name="relu1"
output("y")
--- remarks
fired: drop_copies: split1 removed
--- out
"x" = input : f32[2]
"y" = relu("x") name="relu1" : f32[2]
output("y")
