# What ncnnoptimize leaves (it drops the dropout after it looked for activations).
test optimize
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"d" = dropout("c") name="drop1"
"y" = relu("d") name="relu1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
--- remarks
fired: drop_identities: drop1 removed
fired: fuse_activation: conv1 + relu1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") {act=relu} name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
