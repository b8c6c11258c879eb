# Through an adaptive pool.
test pass activation_through_pool
--- in
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") {} name="conv1"
"p" = adaptive_max_pool("c") {out=[2,3]} name="pool1"
"y" = relu("p") name="act1"
output("y")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
fired: activation_through_pool: conv1 + pool1 + act1 -> pool1 (adaptive_max_pool), through the pool into the slot
--- out
"x" = input : f32[1,6,6]
%0 = conv("x", @"w") {act=relu} name="conv1" : f32[2,6,6]
"y" = adaptive_max_pool(%0) {out=[2,3]} name="pool1" : f32[2,2,3]
output("y")
@"w" = f32[2,1,1,1] [1,-2]
