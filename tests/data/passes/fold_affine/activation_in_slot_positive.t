# A summand behind the relu in the slot is not a bias in front of it.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w", @"b") {act=relu} name="conv1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = add(%900, %901) name="add1"
output("y" as "out")
@"w" = f32[2,1,1,1] [2,-3]
@"b" = f32[2] [1,10]
@"k" = f32[2] [10,100]
--- remarks
missed: fold_affine: conv1 + add1: not folded into the conv: the activation in its slot lets no shift through
--- out
same
