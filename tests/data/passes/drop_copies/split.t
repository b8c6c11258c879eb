# Two readers of a Split.
test pass drop_copies
--- in
"x" = input : f32[2]
"a", "b" = identity("x") name="split1"
"y1" = relu("a") name="relu1"
"y2" = sigmoid("b") name="sigmoid1"
output("y1", "y2")
--- remarks
fired: drop_copies: split1 removed
--- out
"x" = input : f32[2]
"y1" = relu("x") name="relu1" : f32[2]
"y2" = sigmoid("x") name="sigmoid1" : f32[2]
output("y1", "y2")
