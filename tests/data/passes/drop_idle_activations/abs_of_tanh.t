# Not removed: half of it is negative.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = tanh("x") name="tanh1"
"r" = abs("s") name="abs1"
output("r")
--- remarks
--- out
same
