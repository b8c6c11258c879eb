# Four is no number of pairs.
test error
--- in
"x" = input : f32[2,4]
"y" = couple_pairs("x")
output("y")
--- error
E_SHAPE: couple_pairs 'y': the last size of x is 4, which is no number of pairs
