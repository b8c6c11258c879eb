# The limit above stays: no limit is not close to one. (What is found is the identity.)
test pass recognise_activation
--- in
"x" = input : f32[4]
"c" = clip("x") {max=1} name="clip1"
"n" = min("c", @"zero") name="min1"
"r" = max("c", @"zero") name="max1"
"y" = add("r", "n") name="add1"
output("y")
@"zero" = f32[] [0]
--- remarks
fired: recognise_activation: max1 + min1 + add1 -> add1 (leaky_relu)
--- out
"x" = input : f32[4]
"c" = clip("x") {max=1} name="clip1" : f32[4]
"y" = leaky_relu("c") {alpha=1} name="add1" : f32[4]
output("y")
