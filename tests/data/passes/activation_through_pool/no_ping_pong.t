# Both ways in one network: into the slot, and then nothing more.
test pass fuse_activation,activation_through_pool
--- in
"x" = input : f32[1,8,8]
"c" = conv("x", @"w") name="conv1"
"p" = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1"
"a" = relu("p") name="relu1"
"y" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool2"
output("y")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
fired: activation_through_pool: conv1 + pool1 + relu1 -> pool1 (max_pool), through the pool into the slot
--- out
"x" = input : f32[1,8,8]
%0 = conv("x", @"w") {act=relu} name="conv1" : f32[2,8,8]
"a" = max_pool(%0) {kernel=[2,2], stride=[2,2]} name="pool1" : f32[2,4,4]
"y" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool2" : f32[2,2,2]
output("y")
@"w" = f32[2,1,1,1] [1,-2]
