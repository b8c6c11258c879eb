# Hole H2: a sigmoid in the slot, then a relu (which would change nothing, but that is not this pass's to know).
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") {act=sigmoid} name="conv1"
"y" = relu("c") name="relu1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
--- remarks
missed: fuse_activation: conv1 + relu1: not fused: the conv already has an activation (sigmoid)
--- out
same
