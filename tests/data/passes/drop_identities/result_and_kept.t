# Both are results, under both names.
test pass drop_identities
--- in
"x" = input : f32[4]
"t" = tanh("x") name="tanh1"
"d" = dropout("t") name="drop1"
output("t" as "fc7", "d" as "prob")
--- remarks
fired: drop_identities: drop1 removed
--- out
"x" = input : f32[4]
"t" = tanh("x") name="tanh1" : f32[4]
output("t" as "fc7", "t" as "prob")
