# Whatever the rank of its input: the result has the same.
test pass drop_identities
--- in
"x" = input : f32[?]
"t" = tanh("x") name="tanh1"
"y" = max_pool("t") {kernel=[1,1]} name="pool1"
output("y")
--- norun
A rank is needed.
--- remarks
fired: drop_identities: pool1 removed
--- out
"x" = input : f32[?]
"y" = tanh("x") name="tanh1" : f32[?]
output("y")
