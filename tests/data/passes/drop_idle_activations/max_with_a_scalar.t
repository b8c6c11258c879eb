# An upper limit below everything, and a lower one above.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = sigmoid("x") name="sig1"
"r" = max("s", @"k") name="max1"
"t" = min("r", @"l") name="min1"
output("t")
@"k" = f32[] [-0.5]
@"l" = f32[] [1]
--- out
"x" = input : f32[4]
"t" = sigmoid("x") name="sig1" : f32[4]
output("t")
