# Wider than what comes in.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = clip("x") {min=-1, max=1} name="clip1"
"r" = clip("s") {min=-1, max=6} name="clip2"
output("r")
--- remarks
fired: drop_idle_activations: clip1 + clip2 -> clip1 (clip)
--- out
"x" = input : f32[4]
"r" = clip("x") {min=-1, max=1} name="clip1" : f32[4]
output("r")
