# Not removed: half of a whole number is none.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = round("x") name="round1"
"h" = mul("s", @"k") name="mul1"
"r" = floor("h") name="floor1"
output("r")
@"k" = f32[] [0.5]
--- remarks
--- out
same
