# Not moved: the conv has another reader.
test pass activation_through_pool
--- in
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") {} name="conv1"
"p" = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1"
"s" = tanh("c") name="tanh1"
"y" = relu("p") name="act1"
output("y","s")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
missed: activation_through_pool: conv1 + pool1: the output in between has another reader: tanh1
--- out
same
