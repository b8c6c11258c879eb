# The convolution has one channel; the constant makes two of it.
test pass fold_affine
--- in
"x" = input : f32[1,2,2]
"c" = conv("x", @"w") name="conv1"
"y" = add("c", @"k") name="add1"
output("y" as "out")
@"w" = f32[1,1,1,1] [2]
@"k" = f32[2,1,1] [10,100]
--- remarks
missed: fold_affine: add1: the add is not folded: its constant operand makes the result larger than the other one
--- out
same
