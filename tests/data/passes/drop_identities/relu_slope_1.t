# A leaky relu whose slope is 1.
test pass drop_identities
--- in
"x" = input : f32[?]
"a" = tanh("x") name="tanh1"
"y" = leaky_relu("a") {alpha=1} name="relu1"
output("y")
--- remarks
fired: drop_identities: relu1 removed
--- out
"x" = input : f32[?]
"y" = tanh("x") name="tanh1" : f32[?]
output("y")
