# The dropped node's tensor is a result: what it was made from takes its name, and the outside name stays.
test pass drop_identities
--- in
"x" = input : f32[4]
"t" = tanh("x") name="tanh1"
"d" = dropout("t") name="drop1"
output("d" as "prob")
--- remarks
fired: drop_identities: drop1 removed
--- out
"x" = input : f32[4]
"d" = tanh("x") name="tanh1" : f32[4]
output("d" as "prob")
