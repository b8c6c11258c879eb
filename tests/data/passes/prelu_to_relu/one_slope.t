# A prelu with one slope.
test pass prelu_to_relu
--- in
"x" = input : f32[?]
"y" = prelu("x", @"slope") name="prelu1" features=1
output("y")
@"slope" = f32[1] [0.25]
--- remarks
fired: prelu_to_relu: prelu1 -> prelu1 (leaky_relu)
--- out
"x" = input : f32[?]
"y" = leaky_relu("x") {alpha=0.25} name="prelu1" features=1 : f32[?]
output("y")
