# Hole H18: a result that is an input. The input keeps its name.
test pass drop_copies
--- in
"data" = input : f32[2]
"out", "b" = identity("data") name="split1"
"y" = relu("b") name="relu1"
output("out", "y")
--- remarks
fired: drop_copies: split1 removed
--- out
"data" = input : f32[2]
"y" = relu("data") name="relu1" : f32[2]
output("data" as "out", "y")
