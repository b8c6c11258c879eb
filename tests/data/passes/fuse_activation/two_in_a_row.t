# The first one is fused, the second stays.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"r" = relu("c") name="relu1"
"y" = sigmoid("r") name="sigmoid1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
--- remarks
fired: fuse_activation: conv1 + relu1 -> conv1 (conv)
missed: fuse_activation: conv1 + sigmoid1: not fused: the conv already has an activation (relu)
--- out
"x" = input {rank=3} : f32[1,_,_]
"r" = conv("x", @"w", @"b") {act=relu} name="conv1" : f32[2,"x".1,"x".2]
"y" = sigmoid("r") name="sigmoid1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
