# max(x, 0) is a relu.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = max("c", @"zero") name="max1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"zero" = f32[] [0]
--- remarks
fired: fuse_activation: conv1 + max1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"y" = conv("x", @"w", @"b") {act=relu} name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
