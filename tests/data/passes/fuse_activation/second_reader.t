# Hole H7: somebody reads the convolution before the relu.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"r" = relu("c") name="relu1"
"y" = add("c", "r") name="add1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
--- remarks
missed: fuse_activation: conv1 + relu1: the output in between has another reader: add1
--- out
same
