# Not removed: it cuts off more.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = clip("x") {min=-1, max=6} name="clip1"
"r" = clip("s") {min=-1, max=1} name="clip2"
output("r")
--- remarks
--- out
same
