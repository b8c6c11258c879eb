# Hole H12: a constant of shape 2,1,1 makes rank 3 of the matrix; it is not a bias.
test pass fold_affine
--- in
"x" = input : f32[2,3]
%950 = ncnn.as_rows("x") {ic=3}
"c" = linear(%950, @"w", @"b") name="fc1"
"y" = add("c", @"k") name="add1"
output("y" as "out")
@"w" = f32[3,3] [1,2,3,4,5,6,7,8,9]
@"b" = f32[3] [1,10,100]
@"k" = f32[2,1,1] [1000,2000]
--- remarks
missed: fold_affine: add1: the add is not folded: its constant operand makes the result larger than the other one
--- out
same
