# A sigmoid is nowhere below 0. The rank need not be known.
test pass drop_idle_activations
--- in
"x" = input : f32[?]
"s" = sigmoid("x") name="sig1"
"r" = relu("s") name="relu1"
output("r")
--- remarks
fired: drop_idle_activations: sig1 + relu1 -> sig1 (sigmoid)
--- out
"x" = input : f32[?]
"r" = sigmoid("x") name="sig1" : f32[?]
output("r")
