# Slopes that differ do not fit the slot.
test pass fuse_activation
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = prelu("c", @"slope") name="prelu1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"slope" = f32[2,1,1] [0.25,0.5]
--- remarks
missed: fuse_activation: prelu1: the prelu is not fused: its slopes differ
--- out
same
