# Case 34: ships: a state goes through an Identity to the outside. What is left is an output that is an input.
test optimize
--- in
"x", "state_ins" = input : f32[3], f32[3]
"y" = tanh("x") name="tanh1"
"state_outs" = identity("state_ins") name="identity1"
output("y", "state_outs")
--- remarks
fired: drop_identities: identity1 removed
--- out
"x", "state_ins" = input : f32[3], f32[3]
"y" = tanh("x") name="tanh1" : f32[3]
output("y", "state_ins" as "state_outs")
