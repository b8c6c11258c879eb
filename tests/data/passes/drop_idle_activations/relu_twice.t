# And a leaky one does nothing above 0.
test pass drop_idle_activations
--- in
"x" = input : f32[?]
"s" = relu("x") name="relu1"
"r" = relu("s") name="relu2"
"l" = leaky_relu("r") {alpha=0.1} name="relu3"
output("l")
--- remarks
fired: drop_idle_activations: relu1 + relu2 -> relu1 (relu)
fired: drop_idle_activations: relu1 + relu3 -> relu1 (relu)
--- out
"x" = input : f32[?]
"l" = relu("x") name="relu1" : f32[?]
output("l")
