# Not removed: a vector might make a matrix of it, and is not looked at.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = sigmoid("x") name="sig1"
"r" = max("s", @"k") name="max1"
output("r")
@"k" = f32[4] [-1,-1,-1,-1]
--- remarks
--- out
same
