# A slope of 0.1 below 0 rises.
test pass activation_through_pool
--- in
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") {} name="conv1"
"p" = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1"
"y" = leaky_relu("p") {alpha=0.1} name="act1"
output("y")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
fired: activation_through_pool: conv1 + pool1 + act1 -> pool1 (max_pool), through the pool into the slot
--- out
"x" = input : f32[1,6,6]
%0 = conv("x", @"w") {act=leaky_relu(0.1)} name="conv1" : f32[2,6,6]
"y" = max_pool(%0) {kernel=[2,2], stride=[2,2]} name="pool1" : f32[2,3,3]
output("y")
@"w" = f32[2,1,1,1] [1,-2]
