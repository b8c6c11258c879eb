# Another shape of as many elements.
test pass drop_identities
--- in
"x" = input : f32[3,4,4]
"t" = tanh("x") name="tanh1"
"y" = reshape("t") {shape=[4,4,3]} name="reshape1"
output("y")
--- remarks
--- out
same
