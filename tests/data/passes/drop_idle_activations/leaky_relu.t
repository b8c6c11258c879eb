# Not removed: below 0 it goes twice.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = leaky_relu("x") {alpha=0.5} name="relu1"
"r" = leaky_relu("s") {alpha=0.5} name="relu2"
output("r")
--- remarks
--- out
same
