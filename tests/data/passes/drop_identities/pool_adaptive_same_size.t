# An adaptive pooling to the size that is there already.
test pass drop_identities
--- in
"x" = input : f32[2,4,4]
"t" = tanh("x") name="tanh1"
"y" = adaptive_average_pool("t") {out=[4,4]} name="pool1"
output("y")
--- remarks
fired: drop_identities: pool1 removed
--- out
"x" = input : f32[2,4,4]
"y" = tanh("x") name="tanh1" : f32[2,4,4]
output("y")
