# The activation sits in the slot already.
test pass drop_idle_activations
--- in
"x" = input : f32[1,4,4]
"y" = conv("x", @"w") {act=sigmoid} name="conv1"
"r" = relu("y") name="relu1"
output("r")
@"w" = f32[1,1,1,1] [2]
--- remarks
fired: drop_idle_activations: conv1 + relu1 -> conv1 (conv)
--- out
"x" = input : f32[1,4,4]
"r" = conv("x", @"w") {act=sigmoid} name="conv1" : f32[1,4,4]
output("r")
@"w" = f32[1,1,1,1] [2]
