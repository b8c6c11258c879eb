# An upper limit below everything.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = sigmoid("x") name="sig1"
"r" = max("s", @"k") name="max1"
"t" = min(@"l", "r") name="min1"
output("t")
@"k" = f32[] [-0.5]
@"l" = f32[] [1]
--- remarks
fired: drop_idle_activations: sig1 + max1 -> sig1 (sigmoid)
fired: drop_idle_activations: sig1 + min1 -> sig1 (sigmoid)
--- out
"x" = input : f32[4]
"t" = sigmoid("x") name="sig1" : f32[4]
output("t")
