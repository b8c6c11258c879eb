# Not moved: with a slope of -0.1 it goes down first.
test pass activation_through_pool
--- in
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") {} name="conv1"
"p" = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1"
"y" = leaky_relu("p") {alpha=-0.1} name="act1"
output("y")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
missed: activation_through_pool: pool1 + act1: the leaky_relu stays behind the pool: it is not proved never to go down
--- out
same
