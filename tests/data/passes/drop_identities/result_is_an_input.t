# Nothing is left between an input and a result.
test pass drop_identities
--- in
"state_in" = input : f32[4]
"d" = dropout("state_in") name="drop1"
output("d" as "state_out")
--- remarks
fired: drop_identities: drop1 removed
--- out
"state_in" = input : f32[4]
output("state_in" as "state_out")
