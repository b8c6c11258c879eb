# Each is read elsewhere: one is enough.
test pass merge_duplicates
--- in
"x" = input : f32[?]
"t" = tanh("x") name="tanh1"
"a" = relu("t") name="relu1"
"b" = relu("t") name="relu2"
"c" = sigmoid("a") name="sig1"
"d" = exp("b") name="exp1"
output("c", "d")
--- remarks
fired: merge_duplicates: relu1 + relu2 -> relu1 (relu)
--- out
"x" = input : f32[?]
"t" = tanh("x") name="tanh1" : f32[?]
"a" = relu("t") name="relu1" : f32[?]
"c" = sigmoid("a") name="sig1" : f32[?]
"d" = exp("a") name="exp1" : f32[?]
output("c", "d")
