# Not removed: it lifts what is below a half.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = sigmoid("x") name="sig1"
"r" = max("s", @"k") name="max1"
output("r")
@"k" = f32[] [0.5]
--- remarks
--- out
same
