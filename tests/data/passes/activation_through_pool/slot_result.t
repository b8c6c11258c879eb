# Not moved: the pooled value is a result.
test pass activation_through_pool
--- in
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") {} name="conv1"
"p" = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1"
"y" = relu("p") name="act1"
output("y","p")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
missed: activation_through_pool: pool1 + act1: the output in between is a result of the network
--- out
same
