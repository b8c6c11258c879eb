# Hole H3: one part of the Split is a result, and keeps its name outside.
test pass drop_copies
--- in
"x" = input : f32[2]
"t" = tanh("x") name="tanh1"
"out0", "b" = identity("t") name="split1"
"out1" = relu("b") name="relu1"
output("out0", "out1")
--- remarks
fired: drop_copies: split1 removed
--- out
"x" = input : f32[2]
"out0" = tanh("x") name="tanh1" : f32[2]
"out1" = relu("out0") name="relu1" : f32[2]
output("out0", "out1")
