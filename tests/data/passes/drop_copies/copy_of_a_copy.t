# Chains.
test pass drop_copies,drop_identities
--- in
"x" = input : f32[2]
"t" = tanh("x") name="tanh1"
"a", "b" = identity("t") name="split1"
"c", "d", "e" = identity("b") name="split2"
"n" = identity("d") name="noop1"
"s" = add("c", "n") name="add1"
"y" = add("a", "s") name="add2"
output("y")
--- remarks
fired: drop_copies: split1 removed
fired: drop_copies: split2 removed
fired: drop_identities: noop1 removed
--- out
"x" = input : f32[2]
"t" = tanh("x") name="tanh1" : f32[2]
"s" = add("t", "t") name="add1" : f32[2]
"y" = add("t", "s") name="add2" : f32[2]
output("y")
