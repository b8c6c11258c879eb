# Of what is never negative.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = square("x") name="square1"
"r" = abs("s") name="abs1"
output("r")
--- remarks
fired: drop_idle_activations: square1 + abs1 -> square1 (square)
--- out
"x" = input : f32[4]
"r" = square("x") name="square1" : f32[4]
output("r")
