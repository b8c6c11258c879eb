# Whole numbers are rounded to themselves, whichever way.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = round("x") name="round1"
"r" = floor("s") name="floor1"
"t" = ceil("r") name="ceil1"
output("t")
--- remarks
fired: drop_idle_activations: round1 + floor1 -> round1 (round)
fired: drop_idle_activations: round1 + ceil1 -> round1 (round)
--- out
"x" = input : f32[4]
"t" = round("x") name="round1" : f32[4]
output("t")
