# A constant along the last axis is not per channel.
test pass fold_affine
--- in
"x" = input : f32[1,4,2]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = mul("c", @"k") name="mul1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2] [10,100]
--- remarks
missed: fold_affine: conv1 + mul1: not folded into the conv: the factors run along axis 2, the channels of the conv along axis 0
--- out
same
