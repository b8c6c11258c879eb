# What the convolution computes is a result of the network too.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = relu("c") name="relu1"
output("y" as "out", "c" as "features")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
--- remarks
missed: fuse_activation: conv1 + relu1: the output in between is a result of the network
--- out
same
