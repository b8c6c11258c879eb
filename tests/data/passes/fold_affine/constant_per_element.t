# A constant that varies along two axes.
test pass fold_affine
--- in
"x" = input : f32[1,2,2]
"c" = conv("x", @"w", @"b") name="conv1"
"y" = mul("c", @"k") name="mul1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2,1,2] [10,100,1000,10000]
--- remarks
missed: fold_affine: mul1: the mul is not folded: its constant operand varies along more than one axis
--- out
same
