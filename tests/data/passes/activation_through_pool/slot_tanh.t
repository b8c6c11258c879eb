# Not moved: ncnn has no tanh in the slot.
test pass activation_through_pool
--- in
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") {} name="conv1"
"p" = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1"
"y" = tanh("p") name="act1"
output("y")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
--- out
same
