# Not moved: a window lies in the padding alone, where the smallest number is.
test pass activation_through_pool
--- in
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") {} name="conv1"
"p" = max_pool("c") {kernel=[2,2], stride=[2,2], pad_begin=[2,2], pad_end=[2,2]} name="pool1"
"y" = relu("p") name="act1"
output("y")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
missed: activation_through_pool: pool1 + act1: the relu stays behind the pool: a window may lie in the padding alone
--- out
same
