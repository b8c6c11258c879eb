# With the reshape goes what gives it sizes: of two dead nodes one feeds the other, and both are fed by a third.
test optimize
--- in
"x" = input : f32[4]
"s" = sigmoid("x") name="sigmoid1"
"a" = relu("s") name="relu1"
"b" = mul("a", "s") name="mul1"
"y" = ncnn.reshape("x", "b") {expr="1w"} name="reshape1"
"z" = tanh("y") name="tanh1"
output("z")
--- out
"x" = input : f32[4]
"z" = tanh("x") name="tanh1" : f32[4]
output("z")
