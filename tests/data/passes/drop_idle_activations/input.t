# Not removed: an input may be anything.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"r" = relu("x") name="relu1"
output("r")
--- remarks
--- out
same
