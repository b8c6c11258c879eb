# Not moved: mish goes down first.
test pass activation_through_pool
--- in
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") {} name="conv1"
"p" = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1"
"y" = mish("p") name="act1"
output("y")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
missed: activation_through_pool: pool1 + act1: the mish stays behind the pool: it is not proved never to go down
--- out
same
