# A branch that no result depends on, in one sweep.
test pass drop_dead
--- in
"x" = input : f32[2]
"a" = tanh("x") name="tanh1"
"b" = relu("a") name="relu1"
"c" = sigmoid("b") name="sigmoid1"
"y" = relu("x") name="relu2"
output("y")
--- remarks
fired: drop_dead: sigmoid1 removed: no result depends on it
fired: drop_dead: relu1 removed: no result depends on it
fired: drop_dead: tanh1 removed: no result depends on it
--- out
"x" = input : f32[2]
"y" = relu("x") name="relu2" : f32[2]
output("y")
