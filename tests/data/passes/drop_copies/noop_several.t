# Hole H17: a Noop hands each of its inputs on.
test pass drop_copies
--- in
"x1" = input : f32[2]
"x2" = input : f32[3]
"a" = tanh("x1") name="tanh1"
"b" = sigmoid("x2") name="sigmoid1"
"p", "q" = identity("a", "b") name="noop1"
"y" = relu("q") name="relu1"
output("p", "y")
--- remarks
fired: drop_copies: noop1 removed
--- out
"x1" = input : f32[2]
"x2" = input : f32[3]
"p" = tanh("x1") name="tanh1" : f32[2]
"b" = sigmoid("x2") name="sigmoid1" : f32[3]
"y" = relu("b") name="relu1" : f32[3]
output("p", "y")
