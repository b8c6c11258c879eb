# A window of one element, step 1, no padding.
test pass drop_identities
--- in
"x" = input : f32[2,4,4]
"t" = tanh("x") name="tanh1"
"y" = max_pool("t") {kernel=[1,1]} name="pool1"
output("y")
--- remarks
fired: drop_identities: pool1 removed
--- out
"x" = input : f32[2,4,4]
"y" = tanh("x") name="tanh1" : f32[2,4,4]
output("y")
