# Not moved where indices are read, and moved where they are not.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"c" = conv("x", @"w") name="conv1"
"m", "i" = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1"
"y" = relu("m") name="act1"
"d" = conv("x", @"v") name="conv2"
"n", "k" = max_pool("d") {kernel=[2,2], stride=[2,2]} name="pool2"
"z" = relu("n") name="act2"
output("y", "i", "z")
@"w" = f32[3,2,1,1] seed 1
@"v" = f32[3,2,1,1] seed 2
--- out
same
