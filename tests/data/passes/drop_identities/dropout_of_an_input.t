# Hole H18: the input keeps its name.
test pass drop_identities
--- in
"data" = input : f32[4]
"d" = dropout("data") name="drop1"
"y" = tanh("d") name="tanh1"
output("y")
--- remarks
fired: drop_identities: drop1 removed
--- out
"data" = input : f32[4]
"y" = tanh("data") name="tanh1" : f32[4]
output("y")
