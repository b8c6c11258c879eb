# The size is not known.
test pass drop_identities
--- in
"x" = input : f32[2,_,_]
"t" = tanh("x") name="tanh1"
"y" = adaptive_average_pool("t") {out=[4,4]} name="pool1"
output("y")
--- remarks
--- out
same
