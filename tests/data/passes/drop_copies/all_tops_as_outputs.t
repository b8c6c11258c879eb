# Hole H4: all parts are results; one value, two outside names.
test pass drop_copies
--- in
"x" = input : f32[2]
"t" = tanh("x") name="tanh1"
"o1", "o2" = identity("t") name="split1"
output("o1", "o2")
--- remarks
fired: drop_copies: split1 removed
--- out
"x" = input : f32[2]
"o1" = tanh("x") name="tanh1" : f32[2]
output("o1", "o1" as "o2")
