# Nobody knows what it computes: perhaps it counts how often it is called.
test pass merge_duplicates
--- in
"x" = input : f32[4]
"a" = opaque("x") name="strange1"
"b" = opaque("x") name="strange2"
"t" = tanh("x") name="tanh1"
output("a", "b", "t")
--- remarks
--- out
same
