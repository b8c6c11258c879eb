# Somebody else reads the conv, so its slot is no place for the activation.
test pass activation_through_pool
--- in
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") name="conv1"
"a" = relu("c") name="relu1"
"y" = max_pool("a") {kernel=[2,2], stride=[2,2]} name="pool1"
output("y", "c")
@"w" = f32[2,1,1,1] [1,-2]
--- remarks
fired: activation_through_pool: relu1 + pool1 -> relu1 (relu), behind the pool there are fewer elements
missed: activation_through_pool: conv1 + pool1: the output in between is a result of the network
--- out
"x" = input : f32[1,6,6]
"c" = conv("x", @"w") name="conv1" : f32[2,6,6]
%0 = max_pool("c") {kernel=[2,2], stride=[2,2]} name="pool1" : f32[2,3,3]
"y" = relu(%0) name="relu1" : f32[2,3,3]
output("y", "c")
@"w" = f32[2,1,1,1] [1,-2]
