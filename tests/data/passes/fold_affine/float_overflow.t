# 3e38 times 10 overflows.
test pass fold_affine
--- in
"x" = input {rank=3} : f32[_,_,_]
"c" = conv("x", @"w") name="conv1"
%900 = ncnn.align("c", @"k")
%901 = ncnn.align(@"k", "c")
"y" = mul(%900, %901) name="mul1"
output("y" as "out")
@"w" = f32[2,1,1,1] [3e38,2]
@"k" = f32[2] [10,10]
--- remarks
missed: fold_affine: conv1 + mul1: not folded: weight 3e+38 times 10 overflows f32
--- out
same
