# The weights may be anything: only the result is touched.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"w" = input : f32[2,1,1,1]
"c" = conv("x", "w") name="conv1"
"y" = relu("c") name="relu1"
output("y" as "out")
--- remarks
fired: fuse_activation: conv1 + relu1 -> conv1 (conv)
--- out
"x" = input {rank=3} : f32[1,_,_]
"w" = input : f32[2,1,1,1]
"y" = conv("x", "w") {act=relu} name="conv1" : f32[2,"x".1,"x".2]
output("y" as "out")
