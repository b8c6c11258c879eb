# A pooling of a matrix gives rank 3: not knowing the rank is not enough.
test pass drop_identities
--- in
"x" = input : f32[?]
"t" = tanh("x") name="tanh1"
"y" = pool("t") {kind=max, kernel=[1,1]} name="pool1"
output("y")
--- norun
A rank is needed.
--- remarks
--- out
same
