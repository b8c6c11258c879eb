# Not moved where indices are read: where the activation makes elements equal, another may be the first of the largest.
test pass activation_through_pool
--- in
"x" = input : f32[2,6,6]
"c" = conv("x", @"w") name="conv1"
"m", "i" = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1"
"y" = relu("m") name="act1"
output("y", "i")
@"w" = f32[3,2,1,1] seed 1
--- remarks
missed: activation_through_pool: pool1 + act1: the relu stays behind the pool: where it finds its maxima is read
--- out
same
