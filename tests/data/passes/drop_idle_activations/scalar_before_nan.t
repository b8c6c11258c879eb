# Dropped: the maximum with a number that is never larger, whichever stands first; NaN stays NaN.
test pass drop_idle_activations
--- in
"x" = input : f32[4]
"s" = sqrt("x") name="sqrt1"
"r" = max(@"k", "s") name="max1"
"y" = input : f32[4]
"t" = sqrt("y") name="sqrt2"
"u" = max("t", @"k") name="max2"
output("r", "u")
@"k" = f32[] [-0.5]
--- out
"x" = input : f32[4]
"r" = sqrt("x") name="sqrt1" : f32[4]
"y" = input : f32[4]
"u" = sqrt("y") name="sqrt2" : f32[4]
output("r", "u")
