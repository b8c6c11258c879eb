# ncnn's 31= of both holds for the fused layer.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1" features=5
"y" = relu("c") name="relu1" features=2
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
--- remarks
fired: fuse_activation: conv1 + relu1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") {act=relu} name="conv1" features=7 : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
